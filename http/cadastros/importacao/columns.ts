import { isGtin } from '../../../core/br/gtin'
import { provesTaxId } from '../../../core/br/tax-id'
import type { KnownColumn } from '../../../core/tabular/header'
import { bareName, type CellKind } from '../../../core/tabular/cell'
import { type FieldMeta, RECORD_NUMBER } from '../../../core/fields/field'
import type { Ctx } from '../../platform/context'
import { customFieldsOf, customName, type Defined, writesCustom } from '../../platform/custom/definitions'
import { type Resource, resourceNamed, type Row } from '../../platform/resource'

/** How a cell that names another record finds it. */
export interface Lookup {
  readonly resource: Resource
  /** Text columns that name it, ignoring case and accents. */
  readonly by: readonly string[]
  /** Columns of codes, compared as the field stores them. */
  readonly exact?: readonly string[]
  /** Digits alone are its id too. */
  readonly byId: boolean
  /** Bar codes beside the product's own are looked into. */
  readonly auxiliaryEan?: true
  /** A column of the row that tells records of one name apart: a city's state. */
  readonly within?: { readonly column: string; readonly field: string }
  /** What a record of that name starts as, where a missing one may be created. */
  readonly create?: (name: string) => Row
}

/** A column that an import knows. */
export interface ImportColumn {
  /** Its name in mappings. */
  readonly name: string
  /** The field that it fills; 'id' names the record itself. */
  readonly field: string
  readonly label: string
  readonly aliases: readonly string[]
  readonly kind: CellKind
  readonly percent?: boolean
  readonly required: boolean
  readonly pad?: readonly number[]
  readonly proves?: (code: string, zeros: number) => boolean
  readonly lookup?: Lookup
  /** Its codes by what people call them, as names are compared: a sheet may have the words, as exported lists do. */
  readonly codes?: ReadonlyMap<string, string>
  /** The field of the caller's company that it fills. */
  readonly own?: Defined
}

/** Digits that spreadsheets take the leading zeros of, and what proves that they did. */
const PADS: Readonly<Record<string, Pick<ImportColumn, 'pad' | 'proves'>>> = {
  CNPJ_CPF: { pad: [11, 14], proves: provesTaxId },
  CEP: { pad: [8] },
  NCM: { pad: [8] },
  CEST: { pad: [7] },
  // A GTIN is one code however many zeros are before it: 13 digits are what most have. Eight that close are a whole GTIN-8, which lost none.
  cEAN: { pad: [13], proves: (code, zeros) => zeros !== 13 - 8 && isGtin(code) },
}

/** What people call the fields, beside their labels and names. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  CNPJ_CPF: ['CPF', 'CNPJ', 'CPF/CNPJ', 'Documento', 'CNPJ CPF', 'CGC'],
  xNome: ['Razão social', 'Nome completo', 'Nome/Razão social', 'Cliente', 'Fornecedor'],
  xFant: ['Fantasia', 'Apelido'],
  IE: ['Inscr. estadual', 'Insc. est.', 'RG/IE', 'IE/RG', 'Inscrição'],
  fone: ['Fone', 'Celular', 'Tel', 'Telefone 1', 'WhatsApp', 'Contato'],
  email: ['Mail', 'Correio eletrônico', 'Endereço de e-mail'],
  CEP: ['Código postal'],
  xLgr: ['Endereço', 'Rua', 'Logradouro', 'End'],
  nro: ['Nº', 'Num', 'Nr', 'Número do endereço'],
  xCpl: ['Compl'],
  xBairro: ['Bairro'],
  UF: ['Estado', 'Sigla'],
  cMun: ['Cidade', 'Código IBGE', 'Município/UF', 'Localidade'],
  obs: ['Observação', 'Obs', 'Anotações'],
  limite_credito: ['Limite', 'Crédito'],
  prazo: ['Condição de pagamento', 'Prazo'],
  vendedor_id: ['Representante'],
  tabela_preco_id: ['Tabela', 'Lista de preço'],
  codigo: ['Cód', 'SKU', 'Referência', 'Ref', 'Código do produto', 'Código interno'],
  xProd: ['Produto', 'Nome', 'Nome do produto', 'Descrição do produto', 'Item'],
  xProdSimple: ['Descrição curta', 'Nome curto'],
  cEAN: ['GTIN', 'Código de barras', 'Código de barras (EAN)', 'Cód. barras', 'EAN13'],
  unidade_id: ['Un', 'Und', 'UN medida', 'Unidade de medida', 'Embalagem'],
  grupo_id: ['Categoria', 'Grupo de produtos', 'Departamento'],
  fabricante_id: ['Marca'],
  familia_id: ['Família', 'Linha'],
  custo: ['Preço de custo', 'Custo unitário', 'Valor de custo'],
  q_minimo: ['Mínimo', 'Estoque min', 'Qtd mínima'],
  pIPI: ['IPI', 'Alíquota IPI'],
  vUnTrib: ['Preço de venda', 'Valor', 'Preço unitário', 'Valor unitário', 'Venda'],
  pMargem: ['Margem'],
  pMarkup: ['Markup'],
}

const KINDS: Readonly<Record<Exclude<FieldMeta['kind'], 'json'>, CellKind>> = {
  text: 'text',
  ref: 'text',
  integer: 'integer',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
}

const codesOf = (words: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(words).map(([code, word]) => [bareName(word), code]))

interface ColumnOptions {
  /** Fields that an import never writes. */
  readonly except?: readonly string[]
  readonly lookups: Readonly<Record<string, Lookup>>
}

/** The columns of a resource's own open fields; references only where a lookup says how they are found. */
export function ownColumns(resource: Resource, { except = [], lookups }: ColumnOptions): ImportColumn[] {
  return Object.entries(resource.fields).flatMap(([name, { meta, initial }]) => {
    const lookup = lookups[name]
    if (meta.kind === 'json' || meta.computed || meta.secret || except.includes(name)) return []
    if (meta.kind === 'ref' && !lookup) return []
    const pad = PADS[name]
    return [
      {
        name,
        field: name,
        label: meta.label,
        aliases: ALIASES[name] ?? [],
        kind: KINDS[meta.kind],
        required: meta.required && initial === undefined,
        ...(meta.format === 'percent' ? { percent: true } : {}),
        ...pad,
        ...(lookup ? { lookup } : {}),
        ...(meta.words ? { codes: codesOf(meta.words) } : {}),
      },
    ]
  })
}

/** Its columns with those of the fields that the caller's company has of its own, as far as the caller may write them: named `extra.key`, known by label and key. */
export async function withOwn<K extends { readonly resource: Resource; readonly columns: readonly ImportColumn[] }>(
  ctx: Ctx,
  kind: K,
): Promise<K> {
  const mine = (await customFieldsOf(ctx, kind.resource)).filter((one) => writesCustom(ctx.actor, one))
  return mine.length === 0 ? kind : { ...kind, columns: [...kind.columns, ...mine.flatMap(ownColumn)] }
}

function ownColumn(own: Defined): ImportColumn[] {
  const { custom, field } = own
  const { kind, ref, words, label } = field.meta
  // A list within a record is no cell.
  if (custom.type === 'repeater') return []
  const to = ref === undefined ? undefined : resourceNamed(ref)
  const by = to?.display.filter((name) => to.fields[name]?.meta.kind === 'text').slice(0, 1) ?? []
  const name = customName(custom.key)
  return [
    {
      name,
      field: name,
      label,
      aliases: [custom.key],
      kind: kind === 'json' ? 'text' : KINDS[kind],
      required: false,
      own,
      ...(to ? { lookup: { resource: to, by, byId: true } } : {}),
      ...(words ? { codes: codesOf(words) } : {}),
    },
  ]
}

/** The record's own number, as an export of ours names it. */
export const idColumn: ImportColumn = {
  name: 'id',
  field: 'id',
  label: RECORD_NUMBER,
  aliases: ['ID Prumo', 'ID'],
  kind: 'integer',
  required: false,
}

/** Columns as the header is matched against them. */
export function knownColumns(columns: readonly ImportColumn[]): KnownColumn[] {
  return columns.map(({ name, label, aliases }) => ({ field: name, names: [label, name, ...aliases] }))
}
