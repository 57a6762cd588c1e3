import { internationalDigits, readEmailList } from '../../../core/br/fields'
import { CoreError } from '../../../core/errors'

/** By which way somebody outside is told. */
export type Way = 'email' | 'whatsapp'

const MOST_PHONES = 10

/** The addresses of a template that are always the same, each once: e-mails, or phones as WhatsApp wants them. Throws CoreError `invalid_email`, `invalid_phone`. */
export function fixedOf(canal: Way, typed: string): readonly string[] {
  const given = typed
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const list = canal === 'email' ? (readEmailList(given) ?? []) : phonesIn(given)
  return [...new Set(list)]
}

function phonesIn(given: readonly string[]): readonly string[] {
  if (given.length > MOST_PHONES) throw new CoreError('invalid_phone', `Informe no máximo ${MOST_PHONES} telefones.`)
  return given.map((one) => {
    const digits = internationalDigits(one)
    if (digits === undefined) throw new CoreError('invalid_phone', `“${one.slice(0, 30)}” não é um telefone.`)
    return digits
  })
}
