import { manifestProblem, openNamed } from '../../../core/fiscal/mdfe/rejections'
import { joinManifestProc } from '../../../core/fiscal/services/join'
import type { Ctx } from '../../platform/context'
import { find, update } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import { stopSeries } from '../stop-series'
import { closeWhereOver } from './close'
import { keepManifestXml } from './keep'
import { mdfe, type Mdfe } from './mdfe'
import type { ManifestOutcome } from './outcome'

const VERBS = {
  autorizado: 'autoriza',
  rejeitado: 'rejeita',
  cancelado: 'anula',
  encerrado: 'fecha',
  estranho: 'rejeita',
} as const

/** What follows from the authority's answer about a manifest, in the transaction that ends the exchange. One whose route is over by then is closed at once. */
export async function settleManifest(ctx: Ctx, id: number, answer: ManifestOutcome, signed: string): Promise<void> {
  const record = await find(ctx, mdfe, id, { lock: true })
  if (!record || isOver(record)) return
  const { became, chMDFe } = answer
  if (became !== 'estranho' && answer.protMDFe !== null)
    await keepManifestXml(ctx, record, { tipo: 'protocolo', xml: joinManifestProc(signed, answer.protMDFe), chMDFe })
  if (became === 'estranho') await stopSeries(ctx, record.serie_numero_id)
  const verb = VERBS[became]
  // What was refused stays so: a person may ask the authority again, and hear why now.
  if (verb === 'rejeita' && record.dhRejeicao !== null)
    return void (await update(ctx, mdfe, record, saidOf(answer), 'rejeita'))
  await advance(ctx, mdfe, record, verb, saidOf(answer))
  if (became === 'autorizado') await closeWhereOver(ctx, id)
}

/** What is final is not answered twice. */
const isOver = ({ dhAutorizacao, dhCancelamento, dhEncerramento, dhAbandono }: Mdfe): boolean =>
  [dhAutorizacao, dhCancelamento, dhEncerramento, dhAbandono].some((date) => date !== null)

const STRANGE = 'A SEFAZ tem outro MDF-e com a chave deste: a série foi parada. Avise o suporte.'

/** What the manifest keeps of what was said of it. */
function saidOf(answer: ManifestOutcome): Row {
  const { became, cStat, xMotivo, nProt } = answer
  const open = became === 'rejeitado' ? openNamed(answer) : undefined
  const problem = became === 'estranho' ? { cStat, message: STRANGE } : manifestProblem(answer)
  return {
    cStat,
    xMotivo,
    ...(nProt === null ? {} : { nProt }),
    chAberto: open?.chMDFe ?? null,
    nProtAberto: open?.nProt ?? null,
    problemas: became === 'rejeitado' || became === 'estranho' ? [problem] : null,
  }
}
