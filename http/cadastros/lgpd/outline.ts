import { yesNo, type FieldMeta } from '../../../core/fields/field'
import { showValue } from '../../../core/fields/show'
import { allResources, type Row } from '../../platform/resource'
import type { PersonExport, PersonSection } from './export'

/** A part of a readable account: a heading, and lines under it. */
export interface Block {
  readonly level: 1 | 2 | 3
  readonly title: string
  /** Label and text; a label of '' stands for a line of its own. */
  readonly lines: readonly (readonly [label: string, text: string])[]
}

const TECHNICAL = new Set(['id', 'versao', 'criado_em', 'alterado_em', 'busca'])
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2}))?/
const LINES_LIMIT = 2_000

/** The account of a person as people read it: the registers, what refers to them, history, mails, sign-ins. */
export function outlineOf(data: PersonExport): Block[] {
  const { nome, cpf, emails } = data.titular
  return [
    {
      level: 1,
      title: `Dados pessoais de ${nome}`,
      lines: [
        ['CPF', cpf ?? '–'],
        ['E-mails', emails.join(', ') || '–'],
        ['Gerado em', shown(data.gerado_em)],
        ['', 'Relatório conforme o art. 18 da Lei 13.709/2018 (LGPD).'],
      ],
    },
    ...data.cadastros.flatMap(sectionBlocks),
    ...listBlock('E-mails enviados', data.emails, 'email'),
    ...listBlock('Acessos ao sistema', data.acessos, 'acesso'),
  ]
}

function sectionBlocks(section: PersonSection): Block[] {
  const { recurso, titulo, registro, relacionados, historico, anexos } = section
  const number = String(registro.id)
  const own = Object.entries(registro).filter(([, value]) => !Array.isArray(value))
  const lists = Object.entries(registro).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return [
    { level: 2, title: `${titulo} ${number}`, lines: factsOf(recurso, Object.fromEntries(own)) },
    ...lists.flatMap(([name, rows]) => listBlock(labelOf(recurso, name), rows.map(rowOf), listResource(recurso, name))),
    ...relacionados.flatMap((list) => listBlock(`${list.titulo} (${list.campo})`, list.registros, list.recurso)),
    ...listBlock(
      'Anexos',
      anexos.map(({ nome, tamanho, criado_em }) => ({ nome, tamanho, criado_em })),
      'anexo',
    ),
    ...listBlock('Histórico de alterações', historico.map(changeRow), recurso),
  ]
}

const rowOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : { valor: value })

function listResource(parent: string, list: string): string {
  return allResources().find((one) => one.parent?.resource === parent && one.parent.list === list)?.name ?? parent
}

/** One line of the trail: when, who, what, and each field from what to what. */
function changeRow(row: Row): Row {
  const campos: readonly unknown[] = Array.isArray(row.campos) ? row.campos : []
  const changes = campos.map((one) => {
    const known = rowOf(one)
    return `${String(known.rotulo)}: ${String(known.de_texto)} → ${String(known.para_texto)}`
  })
  return { quando: row.dh, quem: rowOf(row.user).name ?? 'Sistema', ação: row.acao_texto, mudanças: changes.join('; ') }
}

function listBlock(title: string, rows: readonly Row[], recurso: string): Block[] {
  if (rows.length === 0) return []
  const lines = rows.slice(0, LINES_LIMIT).map((row): readonly [string, string] => [
    '',
    factsOf(recurso, row)
      .map(([label, text]) => `${label}: ${text}`)
      .join(' · '),
  ])
  const more: readonly (readonly [string, string])[] =
    rows.length > LINES_LIMIT ? [['', `… e mais ${rows.length - LINES_LIMIT}, no arquivo JSON.`]] : []
  return [{ level: 3, title: `${title} (${rows.length})`, lines: [...lines, ...more] }]
}

function factsOf(recurso: string, row: Row): (readonly [string, string])[] {
  return Object.entries(row)
    .filter(([name, value]) => !TECHNICAL.has(name) && !name.endsWith('_id') && isSaid(value))
    .map(([name, value]) => [labelOf(recurso, name), shownAs(metaOf(recurso, name), value)])
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && shown(value) !== ''

function metaOf(recurso: string, name: string): FieldMeta | undefined {
  const known = allResources().find((one) => one.name === recurso)
  return known?.fields[name]?.meta ?? known?.fields[`${name}_id`]?.meta ?? known?.computed?.[name]?.meta
}

const labelOf = (recurso: string, name: string): string => metaOf(recurso, name)?.label ?? name.replaceAll('_', ' ')

/** A value by its field; of a record that is referred to, its name. */
const shownAs = (meta: FieldMeta | undefined, value: unknown): string =>
  meta === undefined || meta.ref !== undefined || typeof value === 'object' ? shown(value) : showValue(meta, value)

/** A value as people read it, where nothing is known of its field. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return yesNo(value)
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'object')
    return shown(Object.entries(value).find(([name, one]) => name !== 'id' && typeof one === 'string')?.[1] ?? '')
  const text = String(value)
  const date = DATE.exec(text)
  return date ? `${date[3]}/${date[2]}/${date[1]}${date[4] ? ` ${date[4]}` : ''}` : text.slice(0, 2_000)
}
