import type { FixedRecord } from '../../layout/fixed-width'
import { decimal } from '../../money/decimal'
import type { Layout240 } from './layout-240'
import type { Layout400, PrazoRule } from './layout-400'
import { type Falta, noRoom, placeOf } from './room'
import { COMANDOS, ESPECIES, type Remessa, type Titulo } from './titulo'
import { messageRoom, ownerValues, values240, values400 } from './title-values'
import type { Values } from './values'

/** Records of a title and of who collects, with what is written into them. */
interface Parts {
  readonly owner: readonly FixedRecord[]
  readonly title: readonly FixedRecord[]
  readonly values: (titulo: Titulo) => Values
  readonly codes: Pick<Layout400, 'comandos' | 'especies'>
  readonly layout: Layout400 | Layout240
}

const partsOf400 = (layout: Layout400): Parts => ({
  owner: [layout.header, layout.detalhe],
  title: [layout.detalhe, ...(layout.multa ? [layout.multa] : [])],
  values: (titulo) => values400(titulo, layout),
  codes: layout,
  layout,
})

const partsOf240 = (layout: Layout240): Parts => ({
  owner: [layout.header, layout.lote, layout.p],
  title: [layout.p, layout.q, layout.r],
  values: (titulo) => values240(titulo, layout),
  codes: layout,
  layout,
})

/** Columns that tell who collects, which no file goes without. */
const OF_OWNER = ['empresa', 'empresa_documento', 'agencia', 'conta', 'convenio', 'carteira', 'codigo_transmissao']

const WORDS: Readonly<Record<string, string>> = {
  empresa: 'nome da empresa',
  empresa_documento: 'CNPJ da empresa',
  agencia: 'agência',
  agencia_dv: 'dígito da agência',
  conta: 'conta',
  conta_dv: 'dígito da conta',
  convenio: 'convênio',
  codigo_transmissao: 'código de transmissão',
  variacao: 'variação',
  sequencia: 'número do arquivo',
  nosso_numero: 'nosso número',
  nosso_numero_dv: 'dígito do nosso número',
  seu_numero: 'seu número',
  uso_empresa: 'uso da empresa',
  emissao: 'emissão',
  especie: 'espécie',
  desconto_valor: 'desconto',
  desconto_data: 'data do desconto',
  juros_dia: 'juros por dia',
  juros_mes: 'juros por mês',
  juros_valor: 'juros',
  multa_percentual: 'multa',
  multa_valor: 'multa',
  pagador_documento: 'CPF ou CNPJ do pagador',
  pagador_nome: 'nome do pagador',
  pagador_endereco: 'endereço do pagador',
  pagador_cep: 'CEP do pagador',
  protesto_dias: 'dias para protesto',
  devolucao_dias: 'dias para devolução',
  prazo: 'prazo em dias',
  instrucao_2: 'prazo em dias',
}

const says = (records: readonly FixedRecord[], seu_numero: string, campo: string, why: string): Falta => {
  const coluna = placeOf(records, campo)?.at
  const where = coluna === undefined ? '' : ` (coluna ${coluna})`
  const who = seu_numero === '' ? 'Beneficiário' : `Título ${seu_numero}`
  return {
    seu_numero,
    campo,
    ...(coluna === undefined ? {} : { coluna }),
    mensagem: `${who}: ${WORDS[campo] ?? campo}${where} ${why}.`,
  }
}

/** Free texts are cut where they have no room, these never. */
const NEVER_CUT = /^(?:seu_numero|uso_empresa|nosso_numero|\w+_dv)$/

function roomFaults(records: readonly FixedRecord[], values: Values, seu_numero: string): Falta[] {
  const seen = new Set<string>()
  return records.flatMap((record) =>
    Object.keys(record).flatMap((name) => {
      const why = noRoom(name, record, values[name] ?? null, NEVER_CUT)
      if (why === undefined || seen.has(name)) return []
      seen.add(name)
      return [says(records, seu_numero, name, why)]
    }),
  )
}

function ownerFaults(remessa: Remessa, parts: Parts): Falta[] {
  const values = ownerValues(remessa)
  const missing = OF_OWNER.filter((name) => {
    const kind = placeOf(parts.owner, name)?.kind
    return (kind === 'code' || kind === 'text') && !/[1-9A-Za-z]/.test(String(values[name] ?? ''))
  })
  return [
    ...missing.map((name) => says(parts.owner, '', name, 'não foi informado')),
    ...(placeOf(parts.owner, 'sequencia') && remessa.sequencia === null
      ? [says(parts.owner, '', 'sequencia', 'não foi informado')]
      : []),
    ...roomFaults(parts.owner, values, ''),
  ]
}

/** What a title asks for that the bank cannot be told by this layout. */
function unsaid(titulo: Titulo, { title, codes, layout }: Parts): readonly (readonly [string, string])[] {
  const has = (...names: string[]) => names.some((name) => placeOf(title, name) !== undefined)
  const { juros, multa, desconto } = titulo
  const is400 = 'detalhe' in layout
  const rows: readonly (readonly [boolean, string, string])[] = [
    [
      codes.comandos[titulo.comando] === undefined,
      'comando',
      `o layout não tem ${COMANDOS[titulo.comando].toLowerCase()}`,
    ],
    [
      codes.especies[titulo.especie] === undefined,
      'especie',
      `o layout não tem ${ESPECIES[titulo.especie].toLowerCase()}`,
    ],
    [
      juros?.tipo === 'valor_dia' && !has('juros_dia', 'juros_valor'),
      'juros_valor',
      'o layout não leva juros em reais por dia',
    ],
    [
      juros?.tipo === 'taxa_mes' && !has('juros_mes', 'juros_letra', 'juros_codigo'),
      'juros_dia',
      'o layout não leva juros em percentual por mês',
    ],
    [
      desconto?.tipo === 'percentual' && !has('desconto_letra', 'desconto_codigo'),
      'desconto_valor',
      'o layout só leva desconto em reais',
    ],
    [
      multa?.tipo === 'percentual' && !has('multa_percentual') && !hasFineCode(title),
      'multa_valor',
      'o layout só leva multa em reais',
    ],
    [multa?.tipo === 'valor' && !has('multa_valor'), 'multa_percentual', 'o layout só leva multa em percentual'],
    [decimal(titulo.iof).gt(0) && !has('iof'), 'iof', 'o layout não leva IOF'],
    [titulo.protesto_dias !== null && is400 && !layout.protesto, 'protesto_dias', 'o layout não leva protesto'],
    [
      titulo.devolucao_dias !== null &&
        (is400 ? !layout.devolucao : placeOf(title, 'devolucao_dias')?.kind !== 'integer'),
      'devolucao_dias',
      'o layout não leva devolução',
    ],
    [
      is400 && isOtherTerm(layout.protesto, titulo.protesto_dias),
      'protesto_dias',
      'o layout só leva alguns prazos de protesto',
    ],
    [
      is400 && isOtherTerm(layout.devolucao, titulo.devolucao_dias),
      'devolucao_dias',
      'o layout só leva alguns prazos de devolução',
    ],
    [
      is400 && titulo.protesto_dias !== null && titulo.devolucao_dias !== null,
      'devolucao_dias',
      'o layout leva protesto ou devolução, não os dois',
    ],
    [
      titulo.mensagens.length > title.flatMap(messageRoom).length,
      'mensagem_1',
      `o layout leva até ${title.flatMap(messageRoom).length} mensagens`,
    ],
  ]
  return rows.flatMap(([isWrong, field, why]) => (isWrong ? [[field, why] as const] : []))
}

/** A term for which the bank has no code. */
const isOtherTerm = (rule: PrazoRule | undefined, days: number | null): boolean =>
  days !== null && rule !== undefined && 'codigos' in rule && rule.codigos[days] === undefined

/** A fine whose kind is told beside it. */
const hasFineCode = (title: readonly FixedRecord[]): boolean =>
  title.some((record) => record['multa_valor'] !== undefined && record['multa_codigo'] !== undefined)

/** Terms that are told, of nothing. */
const isNothing = (term: { readonly valor: string } | null): boolean => term !== null && decimal(term.valor).lte(0)

/** What no bank takes. */
function wrong(titulo: Titulo): readonly (readonly [string, string])[] {
  const { pagador, valor, abatimento, comando } = titulo
  const isDocument = /^(?:\d{11}|[\dA-Z]{12}\d{2})$/.test(pagador.documento)
  const rows: readonly (readonly [boolean, string, string])[] = [
    [titulo.seu_numero.trim() === '', 'seu_numero', 'não foi informado'],
    [!/[1-9A-Z]/i.test(titulo.nosso_numero) && comando !== 'entrada', 'nosso_numero', 'não foi informado'],
    [titulo.vencimento === null, 'vencimento', 'não foi informado'],
    [decimal(valor).lte(0), 'valor', 'tem de ser maior que zero'],
    [decimal(abatimento).gt(decimal(valor)), 'abatimento', 'é maior que o valor do título'],
    [isNothing(titulo.juros), 'juros_valor', 'tem de ser maior que zero'],
    [isNothing(titulo.multa), 'multa_valor', 'tem de ser maior que zero'],
    [isNothing(titulo.desconto), 'desconto_valor', 'tem de ser maior que zero'],
    [pagador.nome.trim() === '', 'pagador_nome', 'não foi informado'],
    [!isDocument, 'pagador_documento', `não é um CPF ou CNPJ; foi informado “${pagador.documento}”`],
    [!/^\d{8}$/.test(pagador.cep), 'pagador_cep', `tem 8 números; foi informado “${pagador.cep}”`],
  ]
  return rows.flatMap(([isWrong, field, why]) => (isWrong ? [[field, why] as const] : []))
}

function titleFaults(titulo: Titulo, parts: Parts): Falta[] {
  const who = titulo.seu_numero.trim() || '(sem número)'
  return [
    ...wrong(titulo).map(([field, why]) => says(parts.title, who, field, why)),
    ...unsaid(titulo, parts).map(([field, why]) => says(parts.title, who, field, `não pode ser informado: ${why}`)),
    ...roomFaults(parts.title, parts.values(titulo), who),
  ]
}

/** Titles that stand in the file before: banks take one word on a title a file, in the order of the files. */
function twice(titulos: readonly Titulo[], { title }: Parts): Falta[] {
  const seen = new Set<string>()
  return titulos.flatMap(({ nosso_numero, seu_numero }) => {
    const key = nosso_numero.replace(/^0+/, '')
    if (key === '' || !seen.has(key)) {
      seen.add(key)
      return []
    }
    return [says(title, seu_numero, 'nosso_numero', `já está nesta remessa; foi informado “${nosso_numero}”`)]
  })
}

/** Everything that the bank would refuse of a file of 400 columns, or that it has no column for. */
export const faults400 = (remessa: Remessa, layout: Layout400): readonly Falta[] =>
  faultsOf(remessa, partsOf400(layout))

/** As `faults400`, of 240 columns. */
export const faults240 = (remessa: Remessa, layout: Layout240): readonly Falta[] =>
  faultsOf(remessa, partsOf240(layout))

const faultsOf = (remessa: Remessa, parts: Parts): readonly Falta[] => [
  ...ownerFaults(remessa, parts),
  ...remessa.titulos.flatMap((titulo) => titleFaults(titulo, parts)),
  ...twice(remessa.titulos, parts),
]
