export default function Terms() {
  return <h1>terms</h1>
}
