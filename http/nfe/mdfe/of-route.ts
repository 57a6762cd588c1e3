import { LIVE_MANIFEST, mdfeLife } from '../../../core/lifecycle/mdfe'
import { numbersOf } from '../../../core/lifecycle/standing'
import { rota } from '../../expedicao/rota/rota'
import type { Ctx } from '../../platform/context'
import { insert, load, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { advance } from '../../platform/step'
import { buildManifest, type Wished } from './build'
import { issueManifest, ManifestRefused, TRIAL } from './issue'
import { mdfe, type Mdfe } from './mdfe'
import { cargoOf } from './route-source'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'

/** What is said of all manifests of a route as they are made. */
export interface RouteWish {
  readonly tpEmis?: number | undefined
  readonly carrega_depois?: boolean | undefined
}

const LIVE = new Set(numbersOf(mdfeLife, LIVE_MANIFEST))
/** Not issued yet: a draft, or one that was refused. */
const WAITING = new Set(numbersOf(mdfeLife, ['rascunho', 'rejeitado']))

/**
 * Makes and issues the manifests of a route, one for each state in which it unloads, in the order of the way; those that are there already stay, and what was a draft or
 * was refused goes (again). All that is missing is told at once, by field and stop, and nothing is made then. Throws 422 `manifest_refused`, 400 `has_manifest` where all
 * are there, 503 without a certificate.
 */
export async function manifestsOf(ctx: Ctx, route: RecordOf<typeof rota>, wish: RouteWish): Promise<readonly Mdfe[]> {
  const { id, empresa_id } = route
  await keyPairOf(ctx, empresa_id)
  const cargo = await cargoOf(ctx, empresa_id, id)
  const before = await loadWhere(ctx, mdfe, 'rota_id', [id], { lock: true })
  const there = new Set(before.filter(({ status }) => LIVE.has(status)).map(({ UFFim }) => UFFim))
  const states = [...new Set(cargo.stops.map(({ UF }) => UF))]
  const wanted = states.filter((UF) => !there.has(UF))
  if (states.length === 0) throw badRequest('A rota não tem vendas.', 'no_sales')
  if (wanted.length === 0) throw badRequest('A rota já tem MDF-e de todas as UFs de descarregamento.', 'has_manifest')
  const begun = wanted.map((UFFim) => ({
    UFFim,
    record: before.find((one) => one.UFFim === UFFim && WAITING.has(one.status)),
  }))
  const trials = []
  for (const { UFFim, record } of begun)
    trials.push(await buildManifest(ctx, { ...wishOf(route, UFFim, wish), ...record, ...given(wish) }, TRIAL, cargo))
  const problems = trials.flatMap((one) => one.problems)
  if (problems.length > 0) throw new ManifestRefused(unique(problems))
  const made: Mdfe[] = []
  for (const { UFFim, record } of begun) {
    const draft = record
      ? await update(ctx, mdfe, record, given(wish))
      : await insert(ctx, mdfe, { ...wishOf(route, UFFim, wish), ...given(wish) })
    await advance(
      ctx,
      mdfe,
      draft,
      draft.dhRejeicao === null ? 'emite' : 'corrige',
      await issueManifest(ctx, draft, cargo),
    )
    made.push(await load(ctx, mdfe, draft.id))
  }
  return made
}

/** Only what was said takes the place of what a draft says. */
const given = ({ tpEmis, carrega_depois }: RouteWish) => ({
  ...(tpEmis === undefined ? {} : { tpEmis }),
  ...(carrega_depois === undefined ? {} : { carrega_depois }),
})

const wishOf = ({ id, empresa_id }: RecordOf<typeof rota>, UFFim: string, wish: RouteWish): Wished => ({
  empresa_id,
  rota_id: id,
  UFFim,
  tpEmis: 1,
  infPercurso: null,
  cUnid: 1,
  carrega_depois: false,
  obs: null,
  ...given(wish),
})

/** What all manifests of a route lack is told once. */
const unique = <T extends { readonly message: string }>(problems: readonly T[]): readonly T[] => [
  ...new Map(problems.map((one) => [one.message, one])).values(),
]
