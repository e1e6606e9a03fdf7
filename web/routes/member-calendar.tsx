export default function MemberCalendar() {
  return <h1>member-calendar</h1>
}
