import { sql } from 'drizzle-orm'
import {
  promocaoDependenciaFields,
  promocaoFields,
  promocaoMercadoriaFields,
} from '../../../core/fields/comercial/promocao'
import { decimal } from '../../../core/money/decimal'
import { formatCurrency } from '../../../core/br/number'
import { intArray } from '../../platform/engine/query'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { type Draft, refuseRows, resource, type Row } from '../../platform/resource'

/** Companies or tables of one promotion. */
const MOST = 500

/** Promotions. */
export const promocao = resource({
  name: 'promocao',
  paths: ['comercial/promocao', 'promocao'],
  title: 'Promoção',
  right: 'promocao',
  open: true,
  company: 'none',
  fields: promocaoFields,
  search: ['xNome'],
  display: ['xNome', 'dInicio', 'dFim', 'ativo'],
  custom: {
    /** Those that run today. */
    vigentes: (_, ctx) =>
      sql`t.ativo and coalesce(t."dInicio" <= ${ctx.clock.today()}, true) and coalesce(t."dFim" >= ${ctx.clock.today()}, true)`,
  },
  hooks: { prepare: (ctx, drafts) => checkPromotions(ctx, drafts) },
})

/** The goods of a promotion. */
export const promocaoMercadoria = resource({
  name: 'promocao_mercadoria',
  paths: ['comercial/promocao_mercadoria', 'promocao_mercadoria'],
  title: 'Mercadoria da promoção',
  right: 'promocao',
  open: true,
  company: 'none',
  fields: promocaoMercadoriaFields,
  search: ['mercadoria_id.xProd', 'promocao_id.xNome'],
  display: ['vUnTrib', 'pDesc'],
  unique: [['promocao_id', 'mercadoria_id']],
  parent: { resource: 'promocao', field: 'promocao_id', list: 'promocao_mercadoria_list' },
  hooks: { prepare: (ctx, drafts) => checkGoods(ctx, drafts) },
})

/** What a document must hold beside, for the promotion of a product. */
export const promocaoDependencia = resource({
  name: 'promocao_mercadoria_dependencia',
  paths: ['comercial/promocao_mercadoria_dependencia'],
  title: 'Mercadoria exigida',
  right: 'promocao',
  open: true,
  company: 'none',
  fields: promocaoDependenciaFields,
  search: ['mercadoria_id.xProd'],
  display: ['tipo'],
  parent: { resource: 'promocao_mercadoria', field: 'promocao_mercadoria_id', list: 'dependencia_list' },
})

async function checkPromotions(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  for (const { before, values } of drafts) {
    const { dInicio, dFim } = { ...before, ...values }
    if (typeof dInicio === 'string' && typeof dFim === 'string' && dFim < dInicio)
      throw invalid({ dFim: ['A promoção termina antes de começar.'] })
    await takeIds(ctx, values, before, 'empresa_ids')
    await takeIds(ctx, values, before, 'tabela_preco_ids')
  }
}

const isId = (one: unknown): one is number => Number.isSafeInteger(one) && Number(one) > 0

/** The numbers of a list, each once; null for none. Throws 422 for what is no list of records that there are. */
async function takeIds(ctx: Ctx, values: Row, before: Row | undefined, name: keyof typeof LISTS): Promise<void> {
  const given = values[name]
  if (given === undefined || given === null) return
  const refused = invalid({ [name]: ['Selecione um registro válido.'] })
  if (!Array.isArray(given) || given.length > MOST || !given.every(isId)) throw refused
  const ids = [...new Set(given)].sort((a, b) => a - b)
  const stored = before?.[name]
  const fresh = ids.filter((id) => !(Array.isArray(stored) && stored.includes(id)))
  if (!(await LISTS[name](ctx, fresh))) throw refused
  values[name] = ids.length === 0 ? null : ids
}

/** Are these all records that the caller may name? */
const LISTS = {
  empresa_ids: async ({ actor }: Ctx, ids: readonly number[]) => ids.every((id) => actor.empresas.includes(id)),
  tabela_preco_ids: async (ctx: Ctx, ids: readonly number[]) => {
    const found = await rowsOf(ctx, sql`select id from tabela_preco where id = any (${intArray(ids)}::int[])`)
    return found.length === ids.length
  },
} as const

/** A product has a price or a discount, above its least price. */
async function checkGoods(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const ids = drafts.map(({ before, values }) => Number(values.mercadoria_id ?? before?.mercadoria_id))
  const products = await rowsOf(
    ctx,
    sql`select id, "vPrecoMinimo"::text as least from mercadoria where id = any (${intArray(ids.filter(Number.isInteger))}::int[])`,
  )
  const least = new Map(products.map((one) => [Number(one.id), String(one.least)]))
  refuseRows(drafts, ({ before, values }): Readonly<Record<string, string>> | undefined => {
    const { mercadoria_id, vUnTrib, pDesc, qMinima, qMaxima } = { ...before, ...values }
    if (isNone(vUnTrib) && isNone(pDesc)) return { vUnTrib: 'Informe o preço ou o desconto.' }
    const most = isNone(qMaxima) ? null : decimal(String(qMaxima))
    if (most !== null && most.lt(String(qMinima ?? 0))) return { qMaxima: 'A máxima é menor que a mínima.' }
    const limit = least.get(Number(mercadoria_id)) ?? '0'
    const price = isNone(vUnTrib)
      ? null
      : decimal(String(vUnTrib))
          .times(decimal(100).minus(String(pDesc ?? 0)))
          .div(100)
    if (price?.lt(limit)) return { vUnTrib: `O preço mínimo desta mercadoria é ${formatCurrency(limit)}.` }
    return undefined
  })
}

const isNone = (value: unknown): boolean => value === null || value === undefined || Number(value) === 0
