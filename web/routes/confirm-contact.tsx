export default function ConfirmContact() {
  return <h1>confirm-contact</h1>
}
