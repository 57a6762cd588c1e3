import { sql } from 'drizzle-orm'
import { findUf } from '../../../core/br/uf'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { ENDS, readReceivedEvent, type ReceivedEvent, type ReceivedManifest } from '../../../core/fiscal/mdfe/received'
import { empresa } from '../../cadastros/empresa'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert, load, update } from '../../platform/engine/write'
import { valuesFromOutside } from '../../platform/parse'
import { distributeManifests } from '../../nfe/mdfe/client'
import { cut } from '../nfe_compra/cut'
import { type MdfeRecebido, mdfeRecebido } from '../mdfe_recebido/mdfe-recebido'
import type { Belongs, Distribution } from './distribution'
import { readOfManifest } from './read-manifest-apart'

/** Manifests in which the company takes part, and events of them (MDFeDistribuicaoDFe, NT 2015/002). */
export const manifestDistribution: Distribution = {
  mod: 58,
  isWanted: sql`e.busca_mdfe`,
  ask: (at, key) => distributeManifests({ ...at, cUF: findUf(at.UF)?.codigo ?? '' }, at.CNPJ_CPF, key),
  read: async ({ xml }, CNPJ_CPF) => {
    const read = await readOfManifest({ xml, CNPJ_CPF })
    return (ctx) => ('event' in read ? ofEvent(ctx, read.event) : ofManifest(ctx, read.manifest))
  },
  keyIn: (xml) => ({
    chMDFe: /<chMDFe>([^<]{44})<\/chMDFe>|\bId="MDFe([0-9A-Z]{44})"/.exec(xml)?.slice(1).find(Boolean) ?? null,
  }),
}

/** Of a manifest that the company issued itself, by whatever system: which one it is here. Undefined for another's. */
async function ownOf(ctx: Ctx, chMDFe: string): Promise<Belongs | undefined> {
  const { CNPJ_CPF } = await load(ctx, empresa, ctx.actor.empresa_id)
  if (readAccessKey(chMDFe).parts?.CNPJ_CPF !== (CNPJ_CPF ?? '').padStart(14, '0')) return undefined
  const [row] = await rowsOf(
    ctx,
    sql`select id from mdfe where "chMDFe" = ${chMDFe} and empresa_id = ${ctx.actor.empresa_id}`,
  )
  return { chMDFe, mdfe_id: row ? Number(row.id) : null }
}

async function byKey(ctx: Ctx, chMDFe: string): Promise<MdfeRecebido | undefined> {
  await hold(ctx, 'mdfe_recebido', [chMDFe])
  const [row] = await rowsOf(
    ctx,
    sql`select id from mdfe_recebido where "chMDFe" = ${chMDFe} and empresa_id = ${ctx.actor.empresa_id}`,
  )
  return row && find(ctx, mdfeRecebido, Number(row.id), { lock: true })
}

async function ofManifest(ctx: Ctx, manifest: ReceivedManifest): Promise<Belongs> {
  const { chMDFe } = manifest
  const own = await ownOf(ctx, chMDFe)
  if (own) return own
  const { id } = (await byKey(ctx, chMDFe)) ?? (await withEarlierEvents(ctx, await received(ctx, manifest)))
  return { chMDFe, mdfe_recebido_id: id }
}

const received = (ctx: Ctx, { parts, dhRecbto, ...read }: ReceivedManifest): Promise<MdfeRecebido> =>
  insert(
    ctx,
    mdfeRecebido,
    valuesFromOutside(mdfeRecebido.fields, {
      ...read,
      empresa_id: ctx.actor.empresa_id,
      xNome: cut(read.xNome, 120),
      placa: cut(read.placa, 8),
      nProt: cut(read.nProt, 17),
      cUnid: read.cUnid === null ? null : Number(read.cUnid),
      participacao: parts.length === 0 ? null : parts.join(', '),
      dhAutorizacao: dhRecbto,
    }),
  )

/** Events may come before the manifest that they are of. */
async function withEarlierEvents(ctx: Ctx, manifest: MdfeRecebido): Promise<MdfeRecebido> {
  const rows = await rowsOf(
    ctx,
    sql`select xml from dfe_documento where empresa_id = ${manifest.empresa_id} and "chMDFe" = ${manifest.chMDFe} and mdfe_recebido_id is null order by id limit 100`,
  )
  let now = manifest
  for (const event of rows.flatMap(({ xml }) => readReceivedEvent(String(xml)) ?? []))
    now = await ended(ctx, now, event)
  return now
}

async function ofEvent(ctx: Ctx, event: ReceivedEvent): Promise<Belongs> {
  const { chMDFe } = event
  const own = await ownOf(ctx, chMDFe)
  if (own) return own
  const known = await byKey(ctx, chMDFe)
  if (!known) return { chMDFe }
  return { chMDFe, mdfe_recebido_id: (await ended(ctx, known, event)).id }
}

/** Its issuer, or the tax authority, has closed or cancelled it; other events change nothing of what is shown. */
async function ended(ctx: Ctx, manifest: MdfeRecebido, event: ReceivedEvent): Promise<MdfeRecebido> {
  const end = ENDS[event.tpEvento ?? '']
  if (end === undefined || manifest[end] !== null) return manifest
  const set = valuesFromOutside(mdfeRecebido.fields, {
    [end]: event.dhEvento ?? ctx.clock.now(),
    ...(end === 'dhCancelamento' ? { xJust: cut(event.xJust, 500) } : {}),
  })
  return update(ctx, mdfeRecebido, manifest, set, end === 'dhCancelamento' ? 'foi cancelado' : 'foi encerrado')
}
