import { CoreError } from '../errors'

/** The fields of an access key, in their order (MOC, field chNFe): all text, the issuer may be a CNPJ with letters or a CPF padded with zeros. */
export interface AccessKeyParts {
  readonly cUF: string
  readonly AAMM: string
  readonly CNPJ_CPF: string
  readonly mod: string
  readonly serie: string
  readonly nNF: string
  readonly tpEmis: string
  readonly cNF: string
  readonly cDV: string
}

/** What reading a key tells. Without 44 letters or digits there is only `valid: false`; small letters are never valid. */
export interface AccessKeyReading {
  readonly valid: boolean
  readonly dv?: string
  readonly expectedDv?: string
  readonly parts?: AccessKeyParts
}

const CHARACTERS = /^[0-9A-Za-z]{44}$/
/** Letters only in the first 12 places of the CNPJ (IN RFB 2.229/2024). */
const SHAPE = /^\d{6}[0-9A-Z]{12}\d{26}$/
const ZERO_CODE = 48

/** The check digit of the first 43 characters: weights 2 to 9 from the right over (ASCII code − 48), 11 minus the remainder, 10 and 11 become 0. */
export function accessKeyDigit(first43: string): string {
  let sum = 0
  for (let index = 0; index < first43.length; index++) {
    const weight = 2 + ((first43.length - 1 - index) % 8)
    sum += (first43.charCodeAt(index) - ZERO_CODE) * weight
  }
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}

/** Parts and check digit of an access key of any model (55, 65, 57, 58, …). Spaces are left out; never throws. */
export function readAccessKey(input: string): AccessKeyReading {
  const key = compactKey(input)
  if (!CHARACTERS.test(key)) return { valid: false }
  const dv = key.slice(43)
  const expectedDv = accessKeyDigit(key.slice(0, 43))
  const parts: AccessKeyParts = {
    cUF: key.slice(0, 2),
    AAMM: key.slice(2, 6),
    CNPJ_CPF: key.slice(6, 20),
    mod: key.slice(20, 22),
    serie: key.slice(22, 25),
    nNF: key.slice(25, 34),
    tpEmis: key.slice(34, 35),
    cNF: key.slice(35, 43),
    cDV: dv,
  }
  return { valid: SHAPE.test(key) && dv === expectedDv, dv, expectedDv, parts }
}

/** The key of a document of these parts, with its digit (MOC 7.0, annex of chNFe; the same of other models); `dhEmi` begins with the day of issue (YYYY-MM-DD). */
export function makeAccessKey(parts: Omit<AccessKeyParts, 'AAMM' | 'cDV'> & { readonly dhEmi: string }): string {
  const { cUF, dhEmi, CNPJ_CPF, mod, serie, nNF, tpEmis, cNF } = parts
  const issuer = `${dhEmi.slice(2, 4)}${dhEmi.slice(5, 7)}${CNPJ_CPF.padStart(14, '0')}`
  const head = `${cUF}${issuer}${mod}${serie.padStart(3, '0')}${nNF.padStart(9, '0')}${tpEmis}${cNF}`
  return head + accessKeyDigit(head)
}

/** The 44 characters of a key whose shape is right, spaces left out. Throws `invalid_access_key` otherwise; the check digit is not judged here. */
export function requireKeyShape(input: string): string {
  const key = compactKey(input)
  if (!SHAPE.test(key)) throw new CoreError('invalid_access_key', 'Chave de acesso inválida.')
  return key
}

function compactKey(input: string): string {
  return input.slice(0, 200).replaceAll(/\s/g, '')
}
