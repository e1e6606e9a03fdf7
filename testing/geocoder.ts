// Photon and Nominatim, as they answer: one little server that speaks both.
import { once } from 'node:events'
import { createServer } from 'node:http'

export type FakeGeocoder = { url: string; asked: URL[]; mood: 'well' | 'down' | 'nonsense'; close(): Promise<void> }

const photon = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-97.7404, 30.2747] },
      properties: {
        osm_type: 'W',
        name: 'Texas Capitol',
        housenumber: '1100',
        street: 'Congress Avenue',
        city: 'Austin',
        state: 'Texas',
        postcode: '78701',
        country: 'United States',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-97.7, 30.2] },
      properties: { name: 'Elm Street', street: 'Elm Street', city: 'Austin', state: 'Texas' },
    },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: {} },
  ],
}

const nominatim = [
  {
    place_id: 1,
    lat: '30.2747',
    lon: '-97.7404',
    display_name: 'Texas Capitol, 1100, Congress Avenue, Austin, Texas, 78701, United States',
    category: 'building',
  },
  { place_id: 2, lat: '95', lon: '0', display_name: 'Nowhere' },
]

export async function startGeocoder(): Promise<FakeGeocoder> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://geocoder')
    fake.asked.push(url)
    if (fake.mood === 'down') return response.writeHead(502).end()
    if (fake.mood === 'nonsense') return response.writeHead(200).end('{"features":5}')
    const answer = { '/api': photon, '/search': nominatim }[url.pathname]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeGeocoder = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    asked: [],
    mood: 'well',
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
