import { isRecord, textOf } from '../ui/row'

/** The addresses of a customer: their list, else their own. */
export function addressesOf(customer: unknown): string {
  if (!isRecord(customer)) return ''
  const { email, email_list } = customer
  const list = Array.isArray(email_list) ? email_list.map(textOf).filter(Boolean) : []
  return list.length > 0 ? list.join('; ') : textOf(email)
}
