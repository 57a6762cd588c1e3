import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { column, tableName } from '../../platform/engine/columns'
import { allResources, type Resource } from '../../platform/resource'

/** What stands where a person's name stood. */
export const MARK = '(anonimizado)'

/** What a list or a document tells of a person beside their register, and when it lets go of that. */
interface Copy {
  /** The register of the person. */
  readonly of: string
  readonly resource: string
  /** The field that names the person, or what names them. */
  readonly field: string
  /** The document that the field names, and its field that names the person. */
  readonly through?: readonly [resource: string, field: string]
  /** `now`: with the person. `released`: when no tax can be claimed any more of what it tells. */
  readonly goes: 'now' | 'released'
  /** Marked where something stands; the rest is emptied. */
  readonly mark?: readonly string[]
  readonly empty?: readonly string[]
}

const SALE = { of: 'cliente', field: 'venda_id', through: ['venda', 'cliente_id'] } as const
const CUSTOMER = { of: 'cliente', field: 'cliente_id' } as const
const SUPPLIER = { of: 'fornecedor', field: 'fornecedor_id' } as const
const DOCUMENT = {
  ...CUSTOMER,
  goes: 'released',
  mark: ['cliente_xNome'],
  empty: ['cliente_CNPJ_CPF', 'cliente_endereco', 'obs'],
} as const

/** The history of these is blanked by `prumo_anonimiza_auditoria`, which knows the same list. */
const COPIES: readonly Copy[] = [
  { ...DOCUMENT, resource: 'venda' },
  { ...DOCUMENT, resource: 'orcamento' },
  { ...CUSTOMER, resource: 'contas_receber', goes: 'released', empty: ['obs'] },
  { ...CUSTOMER, resource: 'ordem_producao', goes: 'now', empty: ['obs'] },
  { ...CUSTOMER, resource: 'cliente_cashback', goes: 'now', empty: ['obs'] },
  // The town stays, as it does in registers.
  {
    ...SALE,
    resource: 'roteirizacao_entrega',
    goes: 'now',
    mark: ['xNome'],
    empty: ['xEnder', 'xBairro', 'lon', 'lat', 'fonte'],
  },
  { ...SALE, resource: 'rota_venda', goes: 'now', mark: ['xNome', 'xOcorrencia'], empty: ['xEnder', 'lon', 'lat'] },
  { ...SUPPLIER, resource: 'entrada', goes: 'released', empty: ['obs'] },
  { ...SUPPLIER, resource: 'contas_pagar', goes: 'released', empty: ['obs'] },
  { ...SUPPLIER, resource: 'pedido_compra', goes: 'now', empty: ['obs'] },
  { ...SUPPLIER, resource: 'pedido_compra_mercadoria_preco', goes: 'now', empty: ['obs'] },
  { of: 'vendedor', resource: 'vendedor_comissao', field: 'vendedor_id', goes: 'now', empty: ['obs'] },
  { of: 'transportadora', resource: 'veiculo', field: 'transportadora_id', goes: 'now', empty: ['RNTC'] },
]

/** Where a person's records are shown through a document: of the register, the list and the field of it that names the document. */
export function shownThrough(register: Resource): { by: Resource; field: string; whose: (id: number) => SQL }[] {
  return COPIES.flatMap((copy) => {
    const by = copy.of === register.name && copy.through ? resourceOf(copy) : undefined
    return by ? [{ by, field: copy.field, whose: (id: number) => whoseRows(copy, id) }] : []
  })
}

/** Takes out what lists and documents tell of a person: what goes with them, or what was kept for taxes. */
export async function blankCopies(
  ctx: Pick<Ctx, 'db'>,
  person: { readonly recurso: string; readonly id: number },
  goes: Copy['goes'],
): Promise<void> {
  for (const copy of COPIES) {
    const by = copy.of === person.recurso && copy.goes === goes ? resourceOf(copy) : undefined
    if (!by) continue
    const values = [
      ...(copy.mark ?? []).map((name) => sql`${bare(name)} = case when ${bare(name)} <> '' then ${MARK} end`),
      ...(copy.empty ?? []).map((name) => sql`${bare(name)} = null`),
    ]
    await ctx.db.execute(
      sql`update ${tableName(by)} t set ${sql.join(values, sql`, `)} where ${whoseRows(copy, person.id)}`,
    )
  }
}

/** Bodies of webhooks hold whole records: those of a person's documents go with them, as their own do. */
export async function forgetWebhooks(ctx: Pick<Ctx, 'db'>, recurso: string, id: number): Promise<void> {
  await ctx.db.execute(sql`delete from webhook_entrega where recurso = ${recurso} and registro_id = ${id}`)
  for (const copy of COPIES) {
    const by = copy.of === recurso ? resourceOf(copy) : undefined
    if (by)
      await ctx.db.execute(
        sql`delete from webhook_entrega where recurso = ${by.name} and registro_id in (select t.id from ${tableName(by)} t where ${whoseRows(copy, id)})`,
      )
  }
}

const bare = (name: string): SQL => sql.raw(`"${name}"`)
const resourceOf = (copy: Copy): Resource | undefined => allResources().find(({ name }) => name === copy.resource)

/** The rows `t` of a copy that tell of a person. */
function whoseRows({ field, through }: Copy, id: number): SQL {
  if (!through) return sql`${column('t', field)} = ${id}`
  const [document, person] = through
  return sql`${column('t', field)} in (select d.id from ${bare(document)} d where ${column('d', person)} = ${id})`
}
