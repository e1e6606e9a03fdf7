export default function Purchase() {
  return <h1>purchase</h1>
}
