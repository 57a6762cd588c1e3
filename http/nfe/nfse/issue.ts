import { retainedTaxes } from '../../../core/fiscal/nfse/retained'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import type { Ctx } from '../../platform/context'
import { guardVerb } from '../../platform/engine/guard'
import { load } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { nextNumber } from '../../platform/series'
import { ordemServico } from '../../servico/ordem_servico/ordem-servico'
import { companySeries } from '../company-series'
import { NoteRefused } from '../nota/issue'
import { text } from '../nota/said'
import { queueDps } from './authorise'
import { type Built, buildDps } from './build'
import { keepNfseXml } from './keep'
import { assertOnlyNfse } from './live'
import { type Nfse, nfse } from './nfse'
import { servicesOf } from './source'
import { SYSTEMS, systemOf } from './systems'

/** The series that numbers declarations (tpDoc 2). Throws what `companySeries` throws. */
const seriesOf = (ctx: Ctx, { empresa_id, serie_numero_id }: Nfse) =>
  companySeries(ctx, { empresa_id, tpDoc: 2, own: serie_numero_id })

/** A note that names no service is of the first of its order that has none yet. */
async function ofService(ctx: Ctx, note: Nfse): Promise<Nfse> {
  if (note.servico_id !== null) return note
  const [first] = await servicesOf(ctx, note.ordem_servico_id, note.id)
  return { ...note, servico_id: first ?? null }
}

/** A note is issued where its order would issue one: invoiced. What takes the place of another is beside that. Throws what the life of the order refuses. */
export async function assertIssuable(ctx: Ctx, { ordem_servico_id, substitui_id }: Nfse): Promise<void> {
  if (substitui_id !== null) return
  await guardVerb(ctx, ordemServico, await load(ctx, ordemServico, ordem_servico_id), 'emiteNFSe')
}

/** A number that is never used: a declaration is judged before it has its own. */
const TRIAL = 999_999_999

/** What a note would be if it were signed now. Nothing is written, and no number is taken. */
export async function triedDps(ctx: Ctx, record: Nfse): Promise<Built> {
  const note = await ofService(ctx, record)
  const series = await seriesOf(ctx, note)
  return buildDps(ctx, note, { ...series, nDPS: note.nDPS ?? TRIAL })
}

/**
 * Numbers, signs and queues a declaration, in the caller's transaction: the series' row is locked to its commit, so a rollback leaves no gap. One that was refused keeps
 * its number, and with it its Id. Answers what the note's record is set to. Throws 400 where its services have another note, 422 with all that stands in the way, 503
 * without a certificate.
 */
export async function issueNfse(ctx: Ctx, record: Nfse): Promise<Row> {
  const note = await ofService(ctx, record)
  await assertOnlyNfse(ctx, note)
  const pair = await keyPairOf(ctx, note.empresa_id)
  const series = await seriesOf(ctx, note)
  // Judged before a number is taken: what is refused here leaves none behind.
  const trial = await buildDps(ctx, note, { ...series, nDPS: note.nDPS ?? TRIAL })
  if (trial.problems.length > 0) throw new NoteRefused(trial.problems)
  const nDPS = note.nDPS ?? (await nextNumber(ctx, series, { recurso: nfse.name, registro_id: note.id }))
  const built = await buildDps(ctx, note, { ...series, nDPS })
  const sistema = await systemOf(ctx, built.dps.cLocEmi)
  const declaration = await SYSTEMS[sistema].sign(ctx, { note, built, pair })
  const { idDps, xml } = declaration
  await keepNfseXml(ctx, note, { tipo: 'assinada', xml, idDps, chNFSe: null })
  const numbered = { serie_numero_id: series.id, serie: series.serie, nDPS, tpAmb: series.tpAmb }
  // Made by hand at its city, it waits for whoever types its number.
  if (sistema !== 'manual') await queueDps(ctx, { id: note.id, empresa_id: note.empresa_id, ...numbered, declaration })
  const servicos = [...new Set(built.source.lines.map(({ id: servico }) => Number(servico)))]
  const { servico_id } = note
  return {
    ...recordOf(built),
    ...numbered,
    sistema,
    idDps,
    servico_id,
    servicos,
    problemas: null,
    cStat: null,
    xMotivo: null,
  }
}

/** What a note's record tells of its declaration. */
function recordOf({ source, dps, made, amounts, reform }: Built): Row {
  const { taker, town } = source
  return {
    cliente_id: taker.id,
    xTomador: text(taker.xNome)?.slice(0, 150) ?? null,
    CNPJ_CPF_toma: text(taker.CNPJ_CPF) ?? null,
    email: text(taker.email) ?? null,
    CodigoMunicipio: dps.cLocEmi,
    leiaute: made.set,
    cLocIncid: town.cMun ?? null,
    dhEmi: dps.dhEmi,
    dCompet: dps.dCompet,
    cTribNac: dps.serv.cServ.cTribNac,
    vServ: dps.valores.vServPrest.vServ,
    vDesc: dps.valores.vDescCondIncond?.vDescIncond ?? '0.00',
    ...(amounts
      ? {
          vBC: amounts.vBC.toFixed(2),
          pISS: amounts.pAliqAplic.toFixed(2),
          vISSQN: amounts.vISSQN.toFixed(2),
          vTotalRet: amounts.vTotalRet.toFixed(2),
          vLiq: amounts.vLiq.toFixed(2),
        }
      : {}),
    retencoes: amounts ? retainedTaxes(dps, amounts.vTotalRet.toFixed(2)) : [],
    vIBSCBS: reform ? reform.vIBSTot.plus(reform.vCBS).toFixed(2) : '0.00',
  }
}
