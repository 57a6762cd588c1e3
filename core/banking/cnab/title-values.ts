import type { FixedRecord } from '../../layout/fixed-width'
import { decimal } from '../../money/decimal'
import type { ContaCobranca } from '../account'
import type { Layout240 } from './layout-240'
import type { Layout400, PrazoRule } from './layout-400'
import type { Comando, Desconto, Especie, Juros, Multa, Pessoa, Remessa, Titulo, TituloLido } from './titulo'
import { dayOf, textOf, type Values } from './values'

/** Titles and the values of the common vocabulary, the one from the other. What a layout has no column for is not asked of the values. */

/** The values of the records of a title, of either width: a record takes what it names. */
type CodesOf = Pick<Layout240, 'comandos' | 'especies' | 'aceite'>

const isPercent = (one: { readonly tipo: string } | null): boolean => one?.tipo === 'percentual'
/** CPF or CNPJ, as files number them. */
const kindOf = (document: string): string => (document === '' ? '0' : document.length === 11 ? '1' : '2')

/** What every record may tell of who collects. */
export function ownerValues({ beneficiario, sequencia, data, hora }: Remessa): Record<string, string | number | null> {
  const { conta, nome, documento, codigo_transmissao } = beneficiario
  return {
    empresa: nome,
    empresa_tipo: kindOf(documento),
    empresa_documento: documento,
    codigo_transmissao,
    agencia: conta.agencia,
    agencia_dv: conta.agencia_dv ?? '',
    conta: conta.conta,
    conta_dv: conta.conta_dv ?? '',
    convenio: conta.convenio ?? '',
    carteira: conta.carteira ?? '',
    variacao: conta.variacao ?? '',
    ...repeated(conta),
    sequencia,
    data,
    hora,
  }
}

/** What some layouts want told a second time, and the end of the account that Santander wants apart. */
function repeated({ agencia, agencia_dv = '', conta, conta_dv = '', convenio = '' }: ContaCobranca) {
  return {
    agencia_repetida: agencia,
    agencia_repetida_dv: agencia_dv,
    conta_repetida: conta,
    conta_repetida_dv: conta_dv,
    convenio_repetido: convenio,
    complemento: conta === '' || conta_dv === '' ? '' : `I${conta.slice(-1)}${conta_dv}`,
  }
}

/** What both widths tell of a title. */
function commonValues(titulo: Titulo, codes: CodesOf): Record<string, string | number | null> {
  const { pagador, avalista, desconto } = titulo
  const messages = Object.fromEntries(titulo.mensagens.map((text, at) => [`mensagem_${at + 1}`, text]))
  return {
    comando: codes.comandos[titulo.comando] ?? '',
    nosso_numero: titulo.nosso_numero,
    nosso_numero_dv: titulo.nosso_numero_dv,
    seu_numero: titulo.seu_numero,
    uso_empresa: titulo.uso_empresa,
    vencimento: titulo.vencimento,
    emissao: titulo.emissao,
    valor: titulo.valor,
    especie: codes.especies[titulo.especie] ?? '',
    aceite: codes.aceite[titulo.aceite ? 1 : 0],
    desconto_data: desconto?.data ?? null,
    desconto_valor: desconto?.valor ?? null,
    abatimento: titulo.abatimento,
    iof: titulo.iof,
    pagador_tipo: kindOf(pagador.documento),
    pagador_documento: pagador.documento,
    pagador_nome: pagador.nome,
    pagador_endereco: pagador.endereco,
    pagador_bairro: pagador.bairro,
    pagador_cep: pagador.cep,
    pagador_cidade: pagador.cidade,
    pagador_uf: pagador.uf,
    avalista_tipo: kindOf(avalista?.documento ?? ''),
    avalista_documento: avalista?.documento ?? '',
    avalista_nome: avalista?.nome ?? '',
    ...messages,
  }
}

const TWO_LETTERS = (isFirst: boolean): string => (isFirst ? 'A' : 'B')

/** The values of a title of 400 columns. */
export function values400(titulo: Titulo, layout: Layout400): Values {
  const { juros, multa, desconto, protesto_dias, devolucao_dias } = titulo
  const values = commonValues(titulo, layout)
  const terms = (rule: PrazoRule | undefined, days: number | null, at: 'instrucao_1' | 'instrucao_2') => {
    if (!rule || days === null) return
    if ('codigos' in rule) values[at] = rule.codigos[days] ?? ''
    else {
      values[at] = rule.codigo
      values[rule.dias] = String(days)
    }
  }
  values['prazo'] = ''
  terms(layout.protesto, protesto_dias, 'instrucao_1')
  terms(layout.devolucao, devolucao_dias, 'instrucao_1')
  const month = juros?.tipo === 'taxa_mes'
  return {
    ...values,
    juros_dia: month ? null : (juros?.valor ?? null),
    juros_mes: month ? juros.valor : null,
    juros_valor: juros?.valor ?? null,
    juros_letra: TWO_LETTERS(!month),
    juros_data: juros?.data ?? null,
    desconto_letra: TWO_LETTERS(!isPercent(desconto)),
    multa_codigo: multa === null ? '' : (layout.multaCodigo ?? (isPercent(multa) ? '2' : '1')),
    multa_percentual: multa?.valor ?? null,
    multa_valor: multa?.valor ?? null,
    multa_data: multa?.data ?? null,
  }
}

/** The values of a title of 240 columns. */
export function values240(titulo: Titulo, layout: Layout240): Values {
  const { juros, multa, desconto, protesto_dias, devolucao_dias } = titulo
  return {
    ...commonValues(titulo, layout),
    juros_codigo: juros === null ? layout.semJuros : juros.tipo === 'valor_dia' ? '1' : '2',
    juros_data: juros?.data ?? null,
    juros_valor: juros?.valor ?? null,
    desconto_codigo: desconto === null ? '0' : isPercent(desconto) ? '2' : '1',
    multa_codigo: multa === null ? '0' : isPercent(multa) ? '2' : '1',
    multa_data: multa?.data ?? null,
    multa_valor: multa?.valor ?? null,
    protesto_codigo: layout.protesto[protesto_dias === null ? 0 : 1],
    protesto_dias,
    devolucao_codigo: layout.devolucao[devolucao_dias === null ? 0 : 1],
    devolucao_dias: devolucao_dias ?? layout.devolucaoDias ?? null,
  }
}

/** An amount that is told, or null for none. */
const amountOf = (values: Values, name: string): string | null => {
  const text = textOf(values, name)
  return text === '' || decimal(text).isZero() ? null : text
}
const daysOf = (text: string): number | null => (/^\d+$/.test(text) && Number(text) > 0 ? Number(text) : null)

/** A CPF or CNPJ at its own length: files have room for the longest, to its left or right. */
export function documentOf(values: Values, person: string): string {
  const text = textOf(values, `${person}_documento`)
  const bare = text.replace(/^0+/, '')
  if (bare === '') return ''
  const isPerson = Number(textOf(values, `${person}_tipo`)) === 1 && bare.length <= 11
  return isPerson ? bare.padStart(11, '0') : bare.padStart(14, '0')
}

function personOf(values: Values, person: string): Pessoa | null {
  const [nome, documento] = [textOf(values, `${person}_nome`), documentOf(values, person)]
  return nome === '' && documento === '' ? null : { nome, documento }
}

/** The name of a code in a table; the first of several. */
function named<K extends string>(table: Readonly<Partial<Record<K, string>>>, code: string, otherwise: K): K {
  for (const name in table) if (Number(table[name]) === Number(code) || table[name] === code) return name
  return otherwise
}

function juros400(values: Values): Juros | null {
  const data = dayOf(values, 'juros_data')
  const [day, month, own] = ['juros_dia', 'juros_mes', 'juros_valor'].map((name) => amountOf(values, name))
  if (day) return { tipo: 'valor_dia', valor: day, data }
  if (month) return { tipo: 'taxa_mes', valor: month, data }
  return own ? { tipo: textOf(values, 'juros_letra') === 'B' ? 'taxa_mes' : 'valor_dia', valor: own, data } : null
}

function multa400(values: Values): Multa | null {
  const data = dayOf(values, 'multa_data')
  const percent = amountOf(values, 'multa_percentual')
  if (percent) return { tipo: 'percentual', valor: percent, data }
  const valor = amountOf(values, 'multa_valor')
  return valor ? { tipo: Number(values['multa_codigo'] ?? 0) === 2 ? 'percentual' : 'valor', valor, data } : null
}

function descontoOf(values: Values, isPercentual: boolean): Desconto | null {
  const valor = amountOf(values, 'desconto_valor')
  return valor ? { tipo: isPercentual ? 'percentual' : 'valor', valor, data: dayOf(values, 'desconto_data') } : null
}

/** Days of a term in a title of 400, where its code stands. */
function termOf(values: Values, rule: PrazoRule | undefined): number | null {
  if (!rule) return null
  if ('codigos' in rule) {
    const found = Object.entries(rule.codigos).find(([, code]) => code === textOf(values, 'instrucao_1'))
    return found ? Number(found[0]) : null
  }
  const codes = rule.dias === 'prazo' ? ['instrucao_1', 'instrucao_2'] : ['instrucao_1']
  return codes.some((name) => textOf(values, name) === rule.codigo) ? daysOf(textOf(values, rule.dias)) : null
}

function commonTitle(
  values: Values,
  codes: CodesOf,
): Omit<TituloLido, 'linha' | 'juros' | 'multa' | 'desconto' | 'protesto_dias' | 'devolucao_dias'> {
  const text = (name: string) => textOf(values, name)
  const messages = Object.keys(values).filter((name) => name.startsWith('mensagem_') && text(name) !== '')
  const especie: Especie = named(codes.especies, text('especie'), 'OUTROS')
  const comando: Comando = named(codes.comandos, text('comando'), 'alteracao')
  return {
    comando,
    codigo: text('comando'),
    nosso_numero: text('nosso_numero'),
    nosso_numero_dv: text('nosso_numero_dv'),
    seu_numero: text('seu_numero'),
    uso_empresa: text('uso_empresa'),
    vencimento: dayOf(values, 'vencimento'),
    emissao: dayOf(values, 'emissao'),
    valor: amountOf(values, 'valor') ?? '0.00',
    especie,
    codigo_especie: text('especie'),
    aceite: text('aceite') !== '' && text('aceite') !== codes.aceite[0],
    abatimento: amountOf(values, 'abatimento') ?? '0.00',
    iof: amountOf(values, 'iof') ?? '0.00',
    pagador: {
      nome: text('pagador_nome'),
      documento: documentOf(values, 'pagador'),
      endereco: text('pagador_endereco'),
      bairro: text('pagador_bairro'),
      cep: text('pagador_cep'),
      cidade: text('pagador_cidade'),
      uf: text('pagador_uf'),
    },
    avalista: personOf(values, 'avalista'),
    mensagens: messages.map(text),
  }
}

/** A title of 400 columns from the values of its records. */
export function title400Of(linha: number, values: Values, layout: Layout400): TituloLido {
  return {
    linha,
    ...commonTitle(values, layout),
    juros: juros400(values),
    multa: multa400(values),
    desconto: descontoOf(values, textOf(values, 'desconto_letra') === 'B'),
    protesto_dias: termOf(values, layout.protesto),
    devolucao_dias: termOf(values, layout.devolucao),
  }
}

/** A title of 240 columns from the values of its segments. */
export function title240Of(linha: number, values: Values, layout: Layout240): TituloLido {
  const text = (name: string) => textOf(values, name)
  const [interest, fine] = [amountOf(values, 'juros_valor'), amountOf(values, 'multa_valor')]
  const days = (name: 'protesto' | 'devolucao') =>
    text(`${name}_codigo`) === layout[name][1] ? daysOf(text(`${name}_dias`)) : null
  return {
    linha,
    ...commonTitle(values, layout),
    juros: interest
      ? {
          tipo: text('juros_codigo') === '2' ? 'taxa_mes' : 'valor_dia',
          valor: interest,
          data: dayOf(values, 'juros_data'),
        }
      : null,
    multa: fine
      ? { tipo: text('multa_codigo') === '2' ? 'percentual' : 'valor', valor: fine, data: dayOf(values, 'multa_data') }
      : null,
    desconto: descontoOf(values, text('desconto_codigo') === '2'),
    protesto_dias: days('protesto'),
    devolucao_dias: days('devolucao'),
  }
}

/** How many lines of messages a title's records have, and how long each may be. */
export const messageRoom = (record: FixedRecord): readonly number[] =>
  Object.entries(record).flatMap(([name, field]) => (name.startsWith('mensagem_') ? [field.length] : []))
