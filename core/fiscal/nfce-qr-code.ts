import { CoreError } from '../errors'
import { decimal } from '../money/decimal'
import { requireKeyShape } from './access-key'
import { base64, hex, sha1 } from './sha1'

interface QrCodeBase {
  readonly chNFe: string
  readonly tpAmb: string
}

interface OfflineFields {
  readonly dhEmi: string
  readonly vNF: string
}

/** QR-Code 2: signed by the taxpayer's security code (CSC); offline ones carry the day, the total and the digest of the note. */
export interface QrCode2 extends QrCodeBase {
  readonly idCSC: string
  readonly CSC: string
  readonly offline?: OfflineFields & { readonly digVal: string }
}

/** QR-Code 3 (NT 2025.001): no CSC; offline ones are signed with the certificate, outside this function. */
export interface QrCode3 extends QrCodeBase {
  readonly offline?: OfflineFields & { readonly tp_idDest: string; readonly cDest: string; readonly signature?: string }
}

/** `?p=…` of a QR-Code 2: SHA-1, in capital hexadecimal, of the fields followed by the CSC. Throws `invalid_access_key`, `invalid_qr_code`. */
export function qrCode2({ chNFe, tpAmb, idCSC, CSC, offline }: QrCode2): string {
  const fields = [...head(chNFe, '2', tpAmb)]
  if (offline) fields.push(dayOf(offline.dhEmi), amountOf(offline.vNF), hexText(offline.digVal))
  if (!/^\d{1,6}$/.test(idCSC)) throw invalid('o identificador do CSC tem de 1 a 6 dígitos')
  if (CSC === '') throw invalid('falta o CSC')
  fields.push(String(Number(idCSC)))
  const text = fields.join('|')
  return `?p=${text}|${hex(sha1(text + CSC))}`
}

/** `?p=…` of a QR-Code 3 and, when offline, the text to sign (RSA-SHA1, base64) while there is no signature yet. */
export function qrCode3({ chNFe, tpAmb, offline }: QrCode3): { query?: string; signedText?: string } {
  const fields = [...head(chNFe, '3', tpAmb)]
  if (!offline) return { query: `?p=${fields.join('|')}` }
  fields.push(dayOf(offline.dhEmi), amountOf(offline.vNF), offline.tp_idDest, offline.cDest)
  if (!/^[123]?$/.test(offline.tp_idDest)) throw invalid('tp_idDest é 1, 2, 3 ou vazio')
  if (!/^[0-9A-Z]{0,20}$/.test(offline.cDest)) throw invalid('cDest tem até 20 letras e dígitos')
  const signedText = fields.join('|')
  return offline.signature === undefined
    ? { signedText }
    : { signedText, query: `?p=${signedText}|${offline.signature}` }
}

/** hashCSRT of the technical responsible: base64 of the SHA-1 of the CSRT followed by the key (NT 2018.005). */
export function hashCsrt(CSRT: string, chNFe: string): string {
  return base64(sha1(CSRT + requireKeyShape(chNFe)))
}

function head(chNFe: string, version: string, tpAmb: string): string[] {
  if (tpAmb !== '1' && tpAmb !== '2') throw invalid('tpAmb é 1 ou 2')
  return [requireKeyShape(chNFe), version, tpAmb]
}

function dayOf(dhEmi: string): string {
  const day = /^\d{4}-\d{2}-(\d{2})/.exec(dhEmi)?.[1]
  if (day === undefined) throw invalid('a data de emissão é AAAA-MM-DD')
  return day
}

function amountOf(vNF: string): string {
  return decimal(vNF).toFixed(2)
}

/** The digest goes as the hexadecimal of its base64 text. */
function hexText(text: string): string {
  if (!/^[A-Za-z0-9+/=]{1,100}$/.test(text)) throw invalid('o digest não é base64')
  return Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

function invalid(reason: string): CoreError {
  return new CoreError('invalid_qr_code', `Dados do QR-Code inválidos: ${reason}.`)
}
