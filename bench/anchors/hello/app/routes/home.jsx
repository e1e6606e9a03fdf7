export const loader = () => ({ name: 'world' })

export default function Home({ loaderData }) {
  return <h1>Hello {loaderData.name}</h1>
}
