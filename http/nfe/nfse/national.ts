import { readNfse } from '../../../core/fiscal/nfse/read-nfse'
import { load } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { Work } from '../../platform/exchange/exchange'
import { NoteRefused } from '../nota/issue'
import { digestIn } from '../nota/authorise'
import { assertValid, DECLARATION_SCHEMA } from '../sefaz/assert-valid'
import { sign } from '../sefaz/sign'
import { nfseAt } from './at'
import { eventOf, noteOfDps, sendDps, sendNfseEvent } from './client'
import { nfse } from './nfse'
import type { NoteSystem, Told } from './port'

const at = (work: Work, { tpAmb }: Told) => nfseAt(work, tpAmb)

/** The digest of a declaration within its note. */
const DECLARED = /<DPS[\s>][\s\S]*<DigestValue>([^<]+)<\/DigestValue>[\s\S]*<\/DPS>/

/** The national system (DPS 1.01): asked by the Id of the declaration, and by the key of the note. */
export const national: NoteSystem = {
  sign: async (ctx, { note, built, pair }) => {
    const { made, dps, problems } = built
    if (made.idDps === undefined) throw new NoteRefused(problems)
    if (note.substitui_id !== null && (await load(ctx, nfse, note.substitui_id)).sistema !== 'nacional')
      throw badRequest('A nota a substituir é do sistema do município: cancele-a lá, e emita outra.', 'other_system')
    const xml = sign(made.xml, pair)
    await assertValid(ctx.outside, xml, DECLARATION_SCHEMA, dps.dhEmi.slice(0, 10))
    const { idDps } = made
    return { xml, idDps, told: { sistema: 'nacional', ...NONE, idDps, digVal: digestIn(xml) } }
  },
  send: async (work, told) => sendDps(await at(work, told), work.request.corpo),
  noteOf: async (work, told) => noteOfDps(await at(work, told), told.idDps),
  judge: (xml, { digVal }) => ({ reading: readNfse(xml), isOurs: (DECLARED.exec(xml)?.[1] ?? digVal) === digVal }),
  sendEvent: async (work, told) => sendNfseEvent(await at(work, told), told.chNFSe, work.request.corpo),
  eventOf: async (work, told) => eventOf(await at(work, told), told.chNFSe, told.tpEvento),
}

const NONE = { chNFSe: '', tpEvento: '', cMun: '', vServ: '' }
