import { sql } from 'drizzle-orm'
import type { LabelUse } from '../../../core/labels/fields'
import { GIVEN_TEMPLATES, type LabelTemplate, readElement, readTemplate } from '../../../core/labels/template'
import { type Ctx, rowsOf } from '../../platform/context'
import { load, loadWhere } from '../../platform/engine/write'
import { notFound } from '../../platform/errors'
import { readId } from '../../platform/parse'
import { text } from '../../relatorios/document'
import { etiquetaElemento, etiquetaModelo } from './etiqueta-modelo'

/** A template with what it is sent to. */
export interface PrintTemplate extends LabelTemplate {
  /** The printer's name, as the print agent's computer knows it. */
  readonly impressora: string
}

const GIVEN = /^padrao-(\d{1,2})$/

/** Whose template, and for what. */
export interface TemplateFor {
  readonly use: LabelUse
  readonly empresa_id: number
}

/**
 * The template that is asked for: the number of one of the caller's companies, or `padrao-3` for one that comes with the program. Where none is, the company's first for
 * this, else the program's. Throws 404.
 */
export async function templateOf(
  ctx: Ctx,
  asked: string | undefined,
  { use, empresa_id }: TemplateFor,
): Promise<PrintTemplate> {
  if (asked === undefined || asked === '')
    return (await ownTemplate(ctx, { use, empresa_id })) ?? givenTemplate((one) => one.uso === use)
  const [, n] = GIVEN.exec(asked) ?? []
  if (n !== undefined) return givenTemplate((one) => one.n === Number(n))
  const id = readId(asked)
  if (id === undefined) throw notFound()
  return stored(ctx, id)
}

function givenTemplate(is: (one: (typeof GIVEN_TEMPLATES)[number]) => boolean): PrintTemplate {
  const given = GIVEN_TEMPLATES.find(is)
  if (given === undefined) throw notFound()
  return { ...given, impressora: '' }
}

async function ownTemplate(ctx: Ctx, { use, empresa_id }: TemplateFor): Promise<PrintTemplate | undefined> {
  const [first] = await rowsOf(
    ctx,
    sql`select id from etiqueta_modelo where empresa_id = ${empresa_id} and uso = ${use} and ativo order by id limit 1`,
  )
  return first === undefined ? undefined : stored(ctx, Number(first.id))
}

async function stored(ctx: Ctx, id: number): Promise<PrintTemplate> {
  const record = await load(ctx, etiquetaModelo, id)
  const elements = await loadWhere(ctx, etiquetaElemento, 'etiqueta_modelo_id', [id])
  return { ...readTemplate(record, elements.map(readElement)), impressora: text(record.impressora) }
}
