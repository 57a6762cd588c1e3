import { findUf, type Uf } from '../../br/uf'

const ONE = /^([A-Za-z]{2})\s*:?\s*([\d./-]{2,20})$/

function read(text: string): ReadonlyMap<Uf, string> | undefined {
  const read = new Map<Uf, string>()
  for (const part of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue
    const [, sigla = '', IE = ''] = ONE.exec(part) ?? []
    const uf = findUf(sigla)?.sigla
    const bare = IE.replaceAll(/\D/g, '')
    if (uf === undefined || bare.length < 2) return undefined
    read.set(uf, bare)
  }
  return read
}

/** A company's registrations as substitute in other states, by state: `BA 123456789, RJ 98765432`. What cannot be read is none. */
export const substituteIn = (text: string | null | undefined): ReadonlyMap<Uf, string> => read(text ?? '') ?? new Map()

/** The same as it is typed, written one way. */
export function substituteText(text: string) {
  const found = read(text)
  return found
    ? { ok: [...found].map(([uf, IE]) => `${uf} ${IE}`).join(', ') }
    : { error: 'Informe a UF e a inscrição de cada estado, por exemplo: BA 123456789, RJ 98765432.' }
}
