import { createSign } from 'node:crypto'
import type { Note } from '../../../core/fiscal/issue/note'
import type { NoteXml } from '../../../core/fiscal/issue/note-xml'
import { qrAddress } from '../../../core/fiscal/nfce-qr-address'
import { qrCode3 } from '../../../core/fiscal/nfce-qr-code'
import { consultPlace } from '../../../core/fiscal/danfe/consult'
import type { Signer } from '../sefaz/sign'

/** Offline: signed by the company, so that whoever reads it can tell that it is hers (NT 2025.001, QR-Code version 3). */
const OFFLINE = '9'

/** The QR-Code of an NFC-e and the address at which its key is looked up. */
export function suplOf(
  note: Note,
  { chNFe, totals }: Pick<NoteXml, 'chNFe' | 'totals'>,
  { key }: Signer,
): NonNullable<Note['supl']> {
  const { tpAmb, dhEmi, dest } = note
  const { UF } = note.emit.address
  const urlChave = consultPlace(UF, tpAmb === '2')
  if (note.tpEmis !== OFFLINE)
    return { qrCode: `${qrAddress(UF, tpAmb)}${qrCode3({ chNFe, tpAmb }).query ?? ''}`, urlChave }
  const offline = {
    dhEmi,
    vNF: totals.vNF.toFixed(2),
    tp_idDest: dest === undefined ? '' : dest.CNPJ_CPF.length === 14 ? '1' : dest.CNPJ_CPF === '' ? '3' : '2',
    cDest: dest === undefined ? '' : dest.CNPJ_CPF || (dest.idEstrangeiro ?? ''),
  }
  const { signedText = '' } = qrCode3({ chNFe, tpAmb, offline })
  const signature = createSign('RSA-SHA1').update(signedText).sign(key, 'base64')
  return {
    qrCode: `${qrAddress(UF, tpAmb)}${qrCode3({ chNFe, tpAmb, offline: { ...offline, signature } }).query ?? ''}`,
    urlChave,
  }
}
