import {
  array,
  boolean,
  fallback,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
  type InferOutput,
} from 'valibot'

/** What the server tells of reports; what does not fit is an error where it is read. */

const Listed = object({
  rel_name: string(),
  title: string(),
  description: string(),
  category: string(),
  favorito: boolean(),
})
export const ReportList = object({ data: array(Listed) })
export type ListedReport = InferOutput<typeof Listed>

const Filter = object({
  name: string(),
  names: array(string()),
  kind: picklist(['period', 'date', 'ref', 'choice', 'integer']),
  label: string(),
  required: optional(boolean(), false),
  resource: optional(string(), ''),
  options: fallback(array(object({ value: string(), label: string() })), []),
})
export type Filter = InferOutput<typeof Filter>

export const ReportForm = object({
  rel_name: string(),
  title: string(),
  description: string(),
  orientation: picklist(['P', 'L']),
  chart: optional(boolean(), false),
  filters: array(Filter),
  initial: record(string(), union([string(), number()])),
})
export type ReportForm = InferOutput<typeof ReportForm>

/** A report as bars, a line or a pie: each with the address of the list that it is made of. */
export const ReportData = object({
  valor: string(),
  formato: string(),
  desenho: picklist(['barras', 'linha', 'pizza']),
  data: array(object({ nome: string(), valor: number(), endereco: string() })),
  mais: boolean(),
})
export type ReportData = InferOutput<typeof ReportData>
