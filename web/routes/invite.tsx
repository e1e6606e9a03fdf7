export default function Invite() {
  return <h1>invite</h1>
}
