import type { Fact, ShownLine } from '../../core/quotes/revision'
import { type SQL, sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { showCep, showPhone } from '../../core/br/fields'
import { formatCurrency, formatNumber, formatQuantity } from '../../core/br/number'
import { showTaxId } from '../../core/br/tax-id'
import { stateOf } from '../../core/lifecycle/standing'
import { type Ctx, rowsOf } from '../platform/context'
import { shownTime } from '../platform/shown-time'
import { intArray } from '../platform/engine/query'
import { notFound } from '../platform/errors'
import type { Resource, Row } from '../platform/resource'
import { ownFacts } from './own-facts'
import { pixCodeOf } from './pix'

/** A document ready to be drawn: every text is as it is read. */
export interface PrintedDocument {
  readonly title: string
  /** A state to be seen at once, such as CANCELADA. */
  readonly mark: string
  readonly company: { readonly name: string; readonly lines: readonly string[] }
  readonly facts: readonly Fact[]
  readonly lines: readonly ShownLine[]
  readonly totals: readonly Fact[]
  readonly instalments: readonly {
    readonly n: string
    readonly due: string
    readonly method: string
    readonly amount: string
    /** The Pix code that pays it; null where it is paid otherwise, or paid. */
    readonly pix: string | null
  }[]
  readonly notes: string
  readonly printedAt: string
}

/** A kind of document: where its texts are read. Its definition says what it is called, its life what is stamped on it. */
export interface Kind {
  readonly resource: Resource
  /** What `facts` reads beside the columns of the document, `d`. */
  readonly columns: SQL
  readonly joins: SQL
  readonly facts: (head: Row) => readonly Fact[]
  /** Rows of documento, codigo, xProd, un, qTrib, preco with `casas` decimals, `casas_q` of its unit, vTotal, and where they are told caracteristicas, desconto and entrega. */
  readonly lines: (ids: SQL) => SQL
  /** Rows of documento, n, dVencimento, vDup, descricao, and where they are paid so pix, as `pix.ts` reads it. */
  readonly instalments: (ids: SQL) => SQL
}

export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** What is stamped on a document that was cancelled: what its life calls it then. Nothing on others. */
export const markOf = ({ life }: Resource, head: Row): string =>
  life !== undefined && head.dhCancelamento ? stateOf(life, head).word.toUpperCase() : ''

const money = (value: unknown): string => formatCurrency(text(value) || '0')

/** What there is of some texts, with a glue between. */
export const joined = (parts: readonly string[], glue: string): string =>
  parts.filter((part) => part !== '' && part !== '--').join(glue)

/** A text after its name; nothing where there is none. */
export const named = (name: string, shown: string): string => (shown === '' || shown === '--' ? '' : `${name} ${shown}`)

/** Loads documents of the caller's companies with their lines and instalments: three queries, however many. Throws 404 when one is missing. */
export async function loadDocuments(ctx: Ctx, kind: Kind, ids: readonly number[]): Promise<PrintedDocument[]> {
  const list = sql`${intArray(ids)}::int[]`
  const [heads, lines, instalments] = await Promise.all([
    rowsOf(ctx, headQuery(ctx, kind, list)),
    rowsOf(ctx, kind.lines(list)),
    rowsOf(ctx, kind.instalments(list)),
  ])
  const known = new Map(heads.map((row) => [Number(row.id), row]))
  const [itsLines, itsInstalments] = [byDocument(lines), byDocument(instalments)]
  const own = await ownFacts(ctx, kind.resource, heads)
  const printedAt = shownTime(ctx, ctx.clock.now())
  return ids.map((id) => {
    const head = known.get(id)
    if (!head) throw notFound()
    return documentOf({
      head,
      kind,
      own: own(head),
      printedAt,
      lines: itsLines.get(id) ?? [],
      instalments: itsInstalments.get(id) ?? [],
    })
  })
}

const headQuery = (ctx: Ctx, { resource, columns, joins }: Kind, ids: SQL) => sql`
  select d.*, to_jsonb(e) as empresa, me."xMun" as empresa_mun, ${columns}
  from ${sql.identifier(resource.name)} d join empresa e on e.id = d.empresa_id left join municipio me on me.id = e."cMun" ${joins}
  where d.id = any (${ids}) and d.empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`

function byDocument(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, (row) => Number(row.documento))
}

interface Parts {
  readonly head: Row
  readonly kind: Kind
  readonly own: readonly Fact[]
  readonly printedAt: string
  readonly lines: readonly Row[]
  readonly instalments: readonly Row[]
}

function documentOf({ head, kind, own, printedAt, lines, instalments }: Parts): PrintedDocument {
  const company = rowIn(head.empresa)
  return {
    title: `${kind.resource.title} nº ${text(head.id)}`,
    mark: markOf(kind.resource, head),
    company: { name: text(company.xNome), lines: contact(company, text(head.empresa_mun)) },
    facts: [...kind.facts(head), ['Motivo', text(head.xMotivoCancelamento)] as const, ...own].filter(
      ([, shown]) => shown !== '',
    ),
    lines: lines.map(lineOf),
    totals: totalsOf(head),
    instalments: instalments.map((one) => ({
      n: text(one.n),
      due: formatDate(text(one.dVencimento)),
      method: text(one.descricao),
      amount: money(one.vDup),
      pix: pixCodeOf(one.pix),
    })),
    notes: text(head.obs),
    printedAt,
  }
}

/** A row within a row, as `to_jsonb` gives it. */
export function rowIn(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** How a company (or anybody) is reached, line by line: tax id, address, telephone. */
export function contact(person: Row, city: string): string[] {
  const place = joined([city, text(person.UF)], ' - ')
  const street = joined([text(person.xLgr), text(person.nro), text(person.xCpl)], ', ')
  return [
    joined([named('CNPJ/CPF', showTaxId(text(person.CNPJ_CPF))), named('IE', text(person.IE))], ' · '),
    joined([street, text(person.xBairro), place, showCep(text(person.CEP))], ' · '),
    joined([showPhone(text(person.fone)), text(person.email)], ' · '),
  ].filter((line) => line !== '')
}

function lineOf(line: Row): ShownLine {
  const quantity = text(line.qTrib) || '0'
  return {
    code: text(line.codigo),
    description: joined(
      [
        text(line.xProd),
        text(line.caracteristicas),
        named('desconto', line.desconto ? money(line.desconto) : ''),
        named('entrega', formatDate(text(line.entrega))),
      ],
      ' · ',
    ),
    unit: text(line.un),
    quantity: formatQuantity(quantity, Math.max(Number(line.casas_q ?? 3), decimalsOf(quantity))),
    price: formatNumber(text(line.preco) || '0', Number(line.casas ?? 2)),
    total: formatNumber(text(line.vTotal) || '0'),
  }
}

/** How many decimals an amount has that are not zero at the end. */
export const decimalsOf = (amount: string): number => /\.(\d*[1-9])/.exec(amount)?.[1]?.length ?? 0

/** Amounts that are zero are left out, but the total. */
function totalsOf(head: Row): Fact[] {
  const parts = [
    ['Serviços', head.vServ],
    ['Produtos', head.vProd],
    ['Descontos', head.vDesc],
    ['IPI', head.vIPI],
    ['ICMS-ST', head.vST],
    ['Frete', head.vFrete],
    ['Outras despesas', head.vOutro],
  ] as const
  const shown = parts.filter(([, value]) => Number(value ?? 0) !== 0)
  return [...shown.map(([label, value]) => [label, money(value)] as const), ['Total', money(head.vTotal)]]
}
