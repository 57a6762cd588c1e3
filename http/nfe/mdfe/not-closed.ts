import { findUf } from '../../../core/br/uf'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { ApiError, invalid } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { text } from '../nota/said'
import { dateInput, identifier, nothing, shortText } from '../../platform/inputs'
import { CallFailed } from '../../platform/outside/call'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { TIMEOUT_MS } from '../nota/sefaz-at'
import { openManifests } from './client'
import { closeByKey } from './close'
import { mdfe } from './mdfe'

/** The company of whoever asks. */
const companyOf = (ctx: Ctx) => load(ctx, empresa, ctx.actor.empresa_id)

/** There are some, or none. */
const TOLD: ReadonlySet<string> = new Set(['111', '112'])

/** What the authority has open of the company, as it says now (consMDFeNaoEnc); ours and those of other systems. Throws 503 without a certificate, and `unanswered` where it does not answer. */
export const naoEncerrados = action(mdfe, 'naoEncerrados', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'MDF-e da empresa que a SEFAZ tem como não encerrados, consultados agora.',
  input: nothing,
  answer: v.object({
    data: v.array(
      v.object({
        chMDFe: v.string(),
        nProt: v.nullable(v.string()),
        mdfe_id: v.nullable(v.number()),
        status: v.nullable(v.number()),
        /** The last event that was sent of it from here, and why it was refused. */
        evento: v.nullable(v.object({ tpEvento: v.string(), situacao: v.string(), xMotivo: v.nullable(v.string()) })),
      }),
    ),
  }),
  ask: async ({ ctx }) => {
    const company = await companyOf(ctx)
    const pair = await keyPairOf(ctx, company.id)
    const tpAmb = company.ambiente === 1 ? '1' : '2'
    const cUF = findUf(company.UF ?? '')?.codigo ?? ''
    return async (services) => {
      const at = { pair, services, tpAmb, cUF, timeoutMs: TIMEOUT_MS } as const
      const answer = await openManifests(at, company.CNPJ_CPF ?? '').catch((error: unknown) => {
        throw error instanceof CallFailed ? unanswered(error.message) : error
      })
      if (!TOLD.has(answer.cStat)) throw unanswered(`${answer.cStat} · ${answer.xMotivo}`)
      return answer.open
    }
  },
  run: async ({ ctx, asked }) => {
    const rows = await rowsOf(
      ctx,
      sql`select k.key, m.id, m.status, e."tpEvento", e.situacao, e."xMotivo" from jsonb_array_elements_text(${JSON.stringify(asked.map(({ chMDFe }) => chMDFe))}::jsonb) k (key)
          left join mdfe m on m."chMDFe" = k.key and m.empresa_id = ${ctx.actor.empresa_id}
          left join lateral (
            select v."tpEvento", v.situacao, v."xMotivo" from mdfe_evento v where v."chMDFe" = k.key and v.empresa_id = ${ctx.actor.empresa_id} order by v.id desc limit 1) e on true`,
    )
    const known = new Map(rows.map((row) => [String(row.key), row]))
    return { data: asked.map(({ chMDFe, nProt }) => ({ chMDFe, nProt, ...knownOf(known.get(chMDFe) ?? {}) })) }
  },
})

/** What is here of one that the authority has open: nothing, where another system issued it. */
const knownOf = ({ id, status, tpEvento, situacao, xMotivo }: Row) => ({
  mdfe_id: numberIn(id),
  status: numberIn(status),
  evento:
    typeof tpEvento === 'string' ? { tpEvento, situacao: String(situacao), xMotivo: text(xMotivo) ?? null } : null,
})
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const unanswered = (why: string) => new ApiError(503, 'unanswered', `A SEFAZ não respondeu à consulta: ${why}`)

/** Closes a manifest by its key, also one that another system issued, in the company's town unless another is said. Throws 422 for a key of another company. */
export const encerraChave = action(mdfe, 'encerraChave', {
  on: 'collection',
  right: 'edit',
  summary: 'Encerra um MDF-e da empresa pela chave e pelo protocolo, também o que outro sistema emitiu.',
  input: v.object({
    chMDFe: shortText(44),
    nProt: shortText(17),
    cMun: v.optional(identifier),
    dtEnc: v.optional(dateInput),
  }),
  answer: said,
  run: async ({ ctx, input: { chMDFe, nProt, ...where } }) => {
    const company = await companyOf(ctx)
    const { valid, parts } = readAccessKey(chMDFe)
    if (!valid || parts?.mod !== '58' || parts.CNPJ_CPF !== (company.CNPJ_CPF ?? '').padStart(14, '0'))
      throw invalid({ chMDFe: ['A chave não é de um MDF-e desta empresa.'] })
    if (!/^\d{15}$/.test(nProt)) throw invalid({ nProt: ['O protocolo tem 15 algarismos.'] })
    const tpAmb = company.ambiente === 1 ? '1' : '2'
    await closeByKey(ctx, { id: null, empresa_id: company.id, chMDFe, tpAmb }, nProt, where)
    return { message: 'Encerramento enviado à SEFAZ.' }
  },
})
