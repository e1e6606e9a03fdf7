export default function OptOut() {
  return <h1>opt-out</h1>
}
