export default function LocateCalendar() {
  return <h1>locate-calendar</h1>
}
