export default function Dashboard() {
  return <h1>dashboard</h1>
}
