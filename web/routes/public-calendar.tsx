export default function PublicCalendar() {
  return <h1>public-calendar</h1>
}
