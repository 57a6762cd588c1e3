import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { canAll, hasScreen, pathOf } from '../../../core/access'
import type { FieldMeta } from '../../../core/fields/field'
import { showValue } from '../../../core/fields/show'
import { stateOfNumber } from '../../../core/lifecycle/standing'
import { type Action, action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { tableName } from '../../platform/engine/columns'
import { whereOf } from '../../platform/engine/query'
import { visibleFilter } from '../../platform/engine/query'
import { nothing } from '../../platform/inputs'
import type { Resource, Row } from '../../platform/resource'
import { may } from '../../platform/rights'

/**
 * The life of a register in one view: what is open, what happened last, what it came to. Each section is one query over one resource, of the records
 * that the caller may see; a section of what the caller may not see is not there.
 */

/** Rows of a section. */
export const MOST = 10

type Shape = Pick<FieldMeta, 'kind' | 'format' | 'decimals' | 'words'>

/** A column of a section: SQL over the row `t` (and what the section joins), and how it is read. */
export interface Shown {
  readonly label: string
  readonly sql: string | ((ctx: Ctx, id: number) => SQL)
  readonly as: Shape | 'state'
}

interface Common {
  /** What its rows are: who may not read it has no such section. */
  readonly of: Resource
  /** A further right that it asks: what goods cost. */
  readonly right?: string
  readonly joins?: string
  /** Of the rows `t`, those of the record. */
  readonly where: (id: number, ctx: Ctx) => SQL
}

/** The last rows of something. */
export interface Section extends Common {
  readonly title: string
  readonly columns: readonly Shown[]
  readonly order: string
  /** SQL for the number of the document that a row opens, and its resource. */
  readonly opens?: { readonly resource: string; readonly sql: string }
}

/** Figures over all rows. */
export interface Figures extends Common {
  readonly figures: readonly Shown[]
}

export interface Ficha {
  /** Facts of the record itself, by its fields; empty ones are left out. */
  readonly facts: readonly string[]
  readonly figures: readonly Figures[]
  readonly sections: readonly Section[]
}

export const MONEY: Shape = { kind: 'decimal', format: 'money' }
export const PRICE: Shape = { kind: 'decimal', format: 'money', decimals: 4 }
export const QUANTITY: Shape = { kind: 'decimal', decimals: 4 }
export const DAY: Shape = { kind: 'date' }
export const NUMBER: Shape = { kind: 'integer', format: 'serial' }
export const TEXT: Shape = { kind: 'text' }

const allowed =
  (ctx: Ctx) =>
  ({ of, right }: Common): boolean =>
    may(ctx, of, 'read') && (right === undefined || canAll(ctx.actor, [right]))

const selected = (ctx: Ctx, columns: readonly Shown[], id: number): SQL =>
  sql.join(
    columns.map(
      (one, at) => sql`${typeof one.sql === 'string' ? sql.raw(one.sql) : one.sql(ctx, id)} as ${sql.raw(`c${at}`)}`,
    ),
    sql`, `,
  )

const fromOf = (ctx: Ctx, { of, joins = '', where }: Common, id: number): SQL =>
  sql`from ${tableName(of)} t ${sql.raw(joins)} ${whereOf([where(id, ctx), ...visibleFilter(ctx, of)])}`

function textOf({ of, as }: { readonly of: Resource; readonly as: Shown['as'] }, value: unknown): string {
  if (as === 'state') return (of.life && stateOfNumber(of.life, value)?.word) ?? ''
  return showValue(as, value)
}

const isFigure = ({ as }: Shown): boolean => as !== 'state' && as.kind === 'decimal'

async function sectionOf(ctx: Ctx, section: Section, id: number) {
  const { title, columns, order, opens } = section
  const rows = await rowsOf(
    ctx,
    sql`select ${selected(ctx, columns, id)}${opens ? sql`, ${sql.raw(opens.sql)} as opens` : sql``} ${fromOf(ctx, section, id)}
        order by ${sql.raw(order)} limit ${MOST + 1}`,
  )
  const leads = opens !== undefined && hasScreen(opens.resource)
  return {
    titulo: title,
    colunas: columns.map((one) => ({ rotulo: one.label, numero: isFigure(one) })),
    linhas: rows.slice(0, MOST).map((row) => ({
      textos: columns.map(({ as }, at) => textOf({ of: section.of, as }, row[`c${at}`])),
      caminho: leads && row.opens !== null ? pathOf(opens.resource, Number(row.opens)) : null,
    })),
    mais: rows.length > MOST,
  }
}

async function figuresOf(ctx: Ctx, told: Figures, id: number) {
  const [row] = await rowsOf(ctx, sql`select ${selected(ctx, told.figures, id)} ${fromOf(ctx, told, id)}`)
  return told.figures.map(({ label, as }, at) => ({
    rotulo: label,
    texto: textOf({ of: told.of, as }, row?.[`c${at}`]) || '–',
  }))
}

function factsOf({ actor }: Ctx, resource: Resource, record: Row, names: readonly string[]) {
  return names.flatMap((name) => {
    const meta = resource.fields[name]?.meta
    if (meta === undefined || (meta.right !== undefined && !canAll(actor, [meta.right]))) return []
    // A cost of nothing is one that nobody knows.
    const unknown = meta.right === 'custo' && Number(record[name]) === 0
    const texto = unknown ? '–' : showValue(meta, record[name])
    return texto === '' ? [] : [{ rotulo: meta.label, texto }]
  })
}

const fact = v.object({ rotulo: v.string(), texto: v.string() })
const answer = v.object({
  titulo: v.string(),
  fatos: v.array(fact),
  secoes: v.array(
    v.object({
      titulo: v.string(),
      colunas: v.array(v.object({ rotulo: v.string(), numero: v.boolean() })),
      linhas: v.array(v.object({ textos: v.array(v.string()), caminho: v.nullable(v.string()) })),
      mais: v.boolean(),
    }),
  ),
})

/** `ficha` of a register: its facts, and sections of at most 10 rows, all in words. */
export function fichaOf(resource: Resource, { facts, figures, sections }: Ficha): Action {
  return action(resource, 'ficha', {
    on: 'record',
    right: 'read',
    reads: true,
    summary: 'A vida do registro: o que está aberto, o que aconteceu por último, preços e saldos, do que se pode ver.',
    input: nothing,
    answer,
    run: async ({ ctx, record }) => {
      const mine = allowed(ctx)
      const counted = await Promise.all(figures.filter(mine).map((one) => figuresOf(ctx, one, record.id)))
      const shown = await Promise.all(sections.filter(mine).map((one) => sectionOf(ctx, one, record.id)))
      const [name = 'id'] = resource.display
      const row: Row = record
      return {
        titulo: `${resource.title} ${String(row[name])}`,
        fatos: [...factsOf(ctx, resource, row, facts), ...counted.flat()],
        secoes: shown,
      }
    },
  })
}
