import { createSign } from 'node:crypto'
import { addDays } from '../../../core/br/civil-date'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { LIVE_MANIFEST, mdfeLife } from '../../../core/lifecycle/mdfe'
import { statusIn } from '../../../core/lifecycle/standing'
import type { Manifest } from '../../../core/fiscal/mdfe/manifest'
import { manifestKey, manifestXml } from '../../../core/fiscal/mdfe/manifest-xml'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { nextNumber } from '../../platform/series'
import { companySeries } from '../company-series'
import { DocumentRefused } from '../document-refused'
import { randomCode } from '../random-code'
import { assertValid, MANIFEST_SCHEMA } from '../sefaz/assert-valid'
import { sign, type Signer } from '../sefaz/sign'
import { assertNoneWaits } from '../ask-again'
import { authorisesManifest, queueManifest } from './authorise'
import { buildManifest, type Built } from './build'
import { keepManifestXml } from './keep'
import { mdfe, type Mdfe } from './mdfe'
import type { Cargo } from './route-source'
import { assertUnderWay } from './under-way'

/** The kind of series that numbers manifests. */
const TP_DOC = 4
/** Days in which what went out in contingency has to be sent: 168 hours (MOC of the MDF-e, tpEmis 2). */
const CONTINGENCY_DAYS = 7
/** Judged before a number is taken: any will do. */
export const TRIAL = { serie: 1, nMDF: 1, cMDF: '10203040' } as const

/** What is said of one that was sent and that the authority is asked about. */
export const WAITS = 'Este MDF-e espera a resposta da SEFAZ.'

/** What stands in the way of a manifest. */
export class ManifestRefused extends DocumentRefused {
  constructor(problems: readonly Problem[]) {
    super(problems, { code: 'manifest_refused', of: 'mdfe', message: 'O MDF-e não pode ser emitido.' })
  }
}

/**
 * Numbers, signs and queues a manifest, in the caller's transaction: the series' row is locked to its commit, so a rollback leaves no gap. One that was rejected keeps
 * its number. Answers what the record is set to. Throws 400 where its route is not under way or has another for that state, 422 with all that stands in the way, 503 without a certificate.
 */
export async function issueManifest(ctx: Ctx, record: Mdfe, cargo?: Cargo): Promise<Row> {
  await assertNoneWaits(ctx, authorisesManifest, record.id, WAITS)
  await assertUnderWay(ctx, record.rota_id)
  await assertOnly(ctx, record)
  const pair = await keyPairOf(ctx, record.empresa_id)
  const trial = await buildManifest(ctx, record, { ...TRIAL, cMDF: record.cMDF ?? TRIAL.cMDF }, cargo)
  if (trial.problems.length > 0) throw new ManifestRefused(trial.problems)
  const series = await companySeries(ctx, {
    empresa_id: record.empresa_id,
    tpDoc: TP_DOC,
    own: record.serie_numero_id,
  })
  const nMDF = record.nMDF ?? (await nextNumber(ctx, series, { recurso: mdfe.name, registro_id: record.id }))
  const cMDF = record.cMDF ?? randomCode(nMDF)
  const { ide } = trial.manifest
  const tpAmb = series.tpAmb === 1 ? ('1' as const) : ('2' as const)
  const manifest = { ...trial.manifest, ide: { ...ide, tpAmb, serie: String(series.serie), nMDF: String(nMDF), cMDF } }
  const { chMDFe, xml } = manifestXml(manifest, signatureOf(manifest, pair))
  const signed = sign(xml, pair)
  await assertValid(ctx.outside, signed, MANIFEST_SCHEMA, ide.dhEmi.slice(0, 10))
  await keepManifestXml(ctx, record, { tipo: 'assinada', xml: signed, chMDFe })
  await queueManifest(ctx, { id: record.id, empresa_id: record.empresa_id, nMDF, chMDFe, signed })
  const numbered = { serie_numero_id: series.id, serie: series.serie, nMDF, cMDF, chMDFe }
  return { ...recordOf({ ...trial, manifest }), ...numbered }
}

/** A route has one manifest a state that is under way or open; its row is held meanwhile. Throws 400 `has_manifest`. */
async function assertOnly(ctx: Ctx, { id, rota_id, UFFim }: Mdfe): Promise<void> {
  const [other] = await rowsOf(
    ctx,
    sql`select "nMDF" from mdfe where rota_id = ${rota_id} and "UFFim" = ${UFFim} and id <> ${id} and ${sql.raw(statusIn(mdfeLife, LIVE_MANIFEST))} limit 1`,
  )
  if (other) throw badRequest(`A rota já tem o MDF-e nº ${String(other.nMDF)} para ${UFFim}.`, 'has_manifest')
}

/** What goes out before it is authorised carries its key signed, so that whoever reads the QR-Code can tell that it is the company's. */
const signatureOf = (manifest: Manifest, { key }: Signer): string | undefined =>
  manifest.ide.tpEmis === '2' ? createSign('RSA-SHA1').update(manifestKey(manifest)).sign(key, 'base64') : undefined

/** What a manifest's record tells of its XML. */
function recordOf({ cargo, stops, manifest }: Built): Row {
  const { ide, tot, infDoc } = manifest
  const [day, time] = [ide.dhEmi.slice(0, 10), ide.dhEmi.slice(10)]
  return {
    veiculo_id: cargo.vehicle.id,
    motorista_id: cargo.driver?.id ?? null,
    placa: cargo.vehicle.placa,
    UFIni: ide.UFIni,
    cMunFim: Number(stops.at(-1)?.cMun),
    tpAmb: Number(ide.tpAmb),
    dhEmi: ide.dhEmi,
    dhLimite: ide.tpEmis === '2' ? addDays(day, CONTINGENCY_DAYS) + time : null,
    qNFe: infDoc.infMunDescarga.flatMap(({ infNFe = [] }) => infNFe).length,
    vCarga: tot.vCarga,
    qCarga: tot.qCarga,
    cStat: null,
    xMotivo: null,
    problemas: null,
    chAberto: null,
    nProtAberto: null,
  }
}
