import { sql } from 'drizzle-orm'
import { formatDate, formatDateTime } from '../../core/br/date-text'
import { showCep, showPhone } from '../../core/br/fields'
import { formatCurrency, formatNumber, formatQuantity } from '../../core/br/number'
import { showTaxId } from '../../core/br/tax-id'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { notFound } from '../platform/errors'
import type { Resource, Row } from '../platform/resource'

/** A document ready to be drawn: every text is as it is read. */
export interface PrintedDocument {
  readonly title: string
  /** A state to be seen at once, such as CANCELADA. */
  readonly mark: string
  readonly company: { readonly name: string; readonly lines: readonly string[] }
  /** Label and text. */
  readonly facts: readonly (readonly [string, string])[]
  readonly lines: readonly Line[]
  readonly totals: readonly (readonly [string, string])[]
  readonly instalments: readonly {
    readonly n: string
    readonly due: string
    readonly method: string
    readonly amount: string
  }[]
  readonly notes: string
  readonly printedAt: string
}

/** How a kind of document is called. */
export interface Kind {
  readonly label: string
  /** Stamped on one that was cancelled. */
  readonly cancelled: string
}

export interface Line {
  readonly code: string
  readonly description: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
  readonly total: string
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const money = (value: unknown): string => formatCurrency(text(value) || '0')
const joined = (parts: readonly string[], glue: string) =>
  parts.filter((part) => part !== '' && part !== '--').join(glue)

/** Loads documents of the caller's companies with their lines and instalments: three queries, however many. Throws 404 when one is missing. */
export async function loadDocuments(
  ctx: Ctx,
  resource: Resource,
  { ids, kind }: { readonly ids: readonly number[]; readonly kind: Kind },
): Promise<PrintedDocument[]> {
  const [heads, lines, instalments] = await Promise.all([
    rowsOf(ctx, headQuery(ctx, resource, ids)),
    rowsOf(ctx, lineQuery(resource, ids)),
    rowsOf(ctx, instalmentQuery(resource, ids)),
  ])
  const known = new Map(heads.map((row) => [Number(row.id), row]))
  const [itsLines, itsInstalments] = [byDocument(lines), byDocument(instalments)]
  const printedAt = formatDateTime(new Date(ctx.clock.now()).toLocaleString('sv-SE', { timeZone: ctx.timeZone }))
  return ids.map((id) => {
    const head = known.get(id)
    if (!head) throw notFound()
    return documentOf({
      head,
      kind,
      printedAt,
      lines: itsLines.get(id) ?? [],
      instalments: itsInstalments.get(id) ?? [],
    })
  })
}

const table = (resource: Resource, suffix = '') => sql.raw(`"${resource.name}${suffix}"`)
const owner = (resource: Resource) => sql.raw(`"${resource.name}_id"`)

const headQuery = (ctx: Ctx, resource: Resource, ids: readonly number[]) => sql`
  select d.*, to_jsonb(e) as empresa, me."xMun" as empresa_mun, coalesce(d."cliente_xNome", c."xNome") as cliente_nome, c.fone as cliente_fone, v."xNome" as vendedor, t."xNome" as transportadora
  from ${table(resource)} d join empresa e on e.id = d.empresa_id left join municipio me on me.id = e."cMun"
  left join cliente c on c.id = d.cliente_id
  left join vendedor v on v.id = d.vendedor_id left join transportadora t on t.id = d.transportadora_id
  where d.id = any (${intArray(ids)}::int[]) and d.empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`

const lineQuery = (resource: Resource, ids: readonly number[]) => sql`
  select l.${owner(resource)} as documento, l."xProd", l.un, l."qTrib", l."vUnLiquido", l."vTotal", l.decimal_preco, m.codigo
  from ${table(resource, '_mercadoria')} l left join mercadoria m on m.id = l.mercadoria_id
  where l.${owner(resource)} = any (${intArray(ids)}::int[]) order by l.id`

const instalmentQuery = (resource: Resource, ids: readonly number[]) => sql`
  select d.${owner(resource)} as documento, d.n, d."dVencimento", d."vDup", p.descricao
  from ${table(resource, '_duplicata')} d left join pagamento p on p.id = d.pagamento_id
  where d.${owner(resource)} = any (${intArray(ids)}::int[]) order by d."dVencimento", d.id`

function byDocument(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, (row) => Number(row.documento))
}

interface Parts {
  readonly head: Row
  readonly kind: Kind
  readonly printedAt: string
  readonly lines: readonly Row[]
  readonly instalments: readonly Row[]
}

function documentOf({ head, kind, printedAt, lines, instalments }: Parts): PrintedDocument {
  const company = rowIn(head.empresa)
  return {
    title: `${kind.label} nº ${text(head.id)}`,
    mark: head.dhCancelamento ? kind.cancelled : '',
    company: { name: text(company.xNome), lines: contact(company, text(head.empresa_mun)) },
    facts: factsOf(head),
    lines: lines.map(lineOf),
    totals: totalsOf(head),
    instalments: instalments.map((one) => ({
      n: text(one.n),
      due: formatDate(text(one.dVencimento)),
      method: text(one.descricao),
      amount: money(one.vDup),
    })),
    notes: text(head.obs),
    printedAt,
  }
}

function rowIn(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** How a company (or anybody) is reached, line by line: tax id, address, telephone. */
export function contact(person: Row, city: string): string[] {
  const place = joined([city, text(person.UF)], ' - ')
  const street = joined([text(person.xLgr), text(person.nro), text(person.xCpl)], ', ')
  return [
    joined([`CNPJ/CPF ${showTaxId(text(person.CNPJ_CPF))}`, person.IE ? `IE ${text(person.IE)}` : ''], ' · '),
    joined([street, text(person.xBairro), place, showCep(text(person.CEP))], ' · '),
    joined([showPhone(text(person.fone)), text(person.email)], ' · '),
  ].filter((line) => line !== '')
}

function factsOf(head: Row): (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [
    ['Cliente', text(head.cliente_nome)],
    [
      '',
      joined(
        [
          `CNPJ/CPF ${showTaxId(text(head.cliente_CNPJ_CPF))}`,
          text(head.cliente_endereco),
          showPhone(text(head.cliente_fone)),
        ],
        ' · ',
      ),
    ],
    ['Data', formatDate(text(head.dhAbertura ?? head.criado_em))],
    ['Entrega', formatDate(text(head.dEntrega ?? head.dhEntrega))],
    ['Vendedor', text(head.vendedor)],
    ['Transportadora', text(head.transportadora)],
    ['Motivo', text(head.xMotivoCancelamento)],
  ]
  return facts.filter(([, shown]) => shown !== '')
}

function lineOf(line: Row): Line {
  return {
    code: text(line.codigo),
    description: text(line.xProd),
    unit: text(line.un),
    quantity: formatQuantity(text(line.qTrib) || '0'),
    price: formatNumber(text(line.vUnLiquido) || '0', Number(line.decimal_preco ?? 2)),
    total: formatNumber(text(line.vTotal) || '0'),
  }
}

/** Amounts that are zero are left out, but the total. */
function totalsOf(head: Row): (readonly [string, string])[] {
  const parts = [
    ['Produtos', head.vProd],
    ['Descontos', head.vDesc],
    ['IPI', head.vIPI],
    ['ICMS-ST', head.vST],
    ['Frete', head.vFrete],
  ] as const
  const shown = parts.filter(([, value]) => Number(value) !== 0).map(([label, value]) => [label, money(value)] as const)
  return [...shown, ['Total', money(head.vTotal)]]
}
