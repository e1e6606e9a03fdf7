export default function ResetPassword() {
  return <h1>reset-password</h1>
}
