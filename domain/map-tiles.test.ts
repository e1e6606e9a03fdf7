import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapTiles, TILE, tileUrl } from './map-tiles.ts'

test('the tiles are those that tile servers have for a place', () => {
  // London, as on openstreetmap.org.
  const tiles = mapTiles({ latitude: 51.5074, longitude: -0.1278 }, { zoom: 12, width: 2, height: 2 })
  assert.deepEqual(
    tiles.map(({ x, y, zoom }) => [x, y, zoom]),
    [[2046, 1362, 12]],
  )
  assert.equal(tileUrl('/tiles/{z}/{x}/{y}.png', tiles[0]!), '/tiles/12/2046/1362.png')
})

test('the tiles cover the whole map, with the place in its middle', () => {
  const size = { zoom: 16, width: 768, height: 224 }
  for (const latitude of [-60, -0.001, 0, 30.267, 71.3]) {
    const tiles = mapTiles({ latitude, longitude: 12.3456 }, size)
    const lefts = tiles.map(({ left }) => left)
    const tops = tiles.map(({ top }) => top)
    assert.ok(Math.min(...lefts) <= -384 && Math.max(...lefts) + TILE >= 384)
    assert.ok(Math.min(...tops) <= -112 && Math.max(...tops) + TILE >= 112)
    assert.ok(tiles.length <= 8)
  }
})

test('at the date line the map begins again, and at the poles it ends', () => {
  const size = { zoom: 2, width: 600, height: 600 }
  const columns = new Set(mapTiles({ latitude: 0, longitude: 180 }, size).map(({ x }) => x))
  assert.deepEqual([...columns].sort(), [0, 1, 2, 3])
  const rows = mapTiles({ latitude: 90, longitude: 0 }, size).map(({ y }) => y)
  assert.ok(rows.length > 0 && rows.every((y) => y >= 0 && y < 4))
})
