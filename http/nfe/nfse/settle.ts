import { ABRASF_VERSION } from '../../../core/fiscal/nfse/abrasf/rps-xml'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { isAbrasf, type NoteReading, readNote } from '../../../core/fiscal/nfse/read-note'
import { retainedTaxes } from '../../../core/fiscal/nfse/retained'
import type { Ctx } from '../../platform/context'
import { find } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import type { DpsAnswer } from './answer'
import { stopSeries } from '../stop-series'
import { replaced } from './effects'
import { queueSubstitution } from './events'
import { keepNfseXml } from './keep'
import { lockedNfse } from './live'
import { tellTaker } from './mail'
import { followTaxes } from './taxes'
import { type Nfse, nfse } from './nfse'

const STRANGE = 'O sistema da NFS-e tem outra NFS-e com a DPS desta: a série foi parada. Avise o suporte.'

/** What follows from the answer about a declaration, in the transaction that ends the exchange: the note's state, its XML, and the end of the one whose place it takes. */
export async function settleNfse(ctx: Ctx, id: number, { became, xml, erros }: DpsAnswer): Promise<void> {
  const note = await find(ctx, nfse, id, { lock: true })
  if (!note || isOver(note)) return
  if (became === 'autorizada' && xml !== null) return authorised(ctx, note, xml)
  if (note.dhRejeicao !== null) return
  const [first] = erros
  const strange = became === 'estranha'
  if (strange) await stopSeries(ctx, note.serie_numero_id)
  await advance(ctx, nfse, note, 'rejeita', {
    cStat: strange ? null : (first?.codigo.slice(0, 10) ?? null),
    xMotivo: strange ? STRANGE : (first?.descricao.slice(0, 500) ?? null),
    problemas: strange ? [{ message: STRANGE }] : erros.map(problemOf),
  })
}

/** What is final is not answered twice. */
const isOver = ({ dhAutorizacao, dhAbandono }: Nfse): boolean => dhAutorizacao !== null || dhAbandono !== null

const problemOf = ({ codigo, descricao, complemento }: DpsAnswer['erros'][number]): Problem => ({
  cStat: codigo,
  message: complemento ? `${descricao} (${complemento})` : descricao,
})

async function authorised(ctx: Ctx, note: Nfse, xml: string): Promise<void> {
  const read = readNote(xml)
  await keepNfseXml(ctx, note, { tipo: 'protocolo', xml, idDps: note.idDps, chNFSe: read.chNFSe })
  const set = {
    ...figuresOf(read),
    retencoes: read.dps === null ? [] : retainedTaxes(read.dps, read.valores.vTotalRet),
    chNFSe: read.chNFSe,
    nNFSe: read.nNFSe,
    ...(isAbrasf(read) ? { cVerif: read.cVerif, leiaute: `ABRASF ${ABRASF_VERSION}` } : {}),
    cStat: read.cStat,
    xMotivo: null,
    problemas: null,
  }
  await advance(ctx, nfse, note, 'autoriza', set)
  await followTaxes(ctx, note.ordem_servico_id)
  await tellTaker(ctx, note, 'autorizada')
  if (note.substitui_id === null) return
  const before = await lockedNfse(ctx, note.substitui_id)
  // A city ends the other with the same request; the national system asks for an event of its own.
  if (isAbrasf(read)) {
    const { idDps, chNFSe } = before
    await keepNfseXml(ctx, before, { tipo: 'evento_protocolo', xml, idDps, chNFSe, tpEvento: '105102' })
    await replaced(ctx, before)
  } else await queueSubstitution(ctx, before, { ...note, chNFSe: read.chNFSe })
}

/** The system's figures are the note's: it knows the rate of the city. */
function figuresOf({ valores, cLocIncid }: NoteReading): Row {
  const { vBC, pAliqAplic, vISSQN, vTotalRet, vLiq } = valores
  const told = { vBC, pISS: pAliqAplic, vISSQN, vTotalRet, vLiq, cLocIncid }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))
}
