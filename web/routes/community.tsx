export default function Community() {
  return <h1>community</h1>
}
