import fc from 'fast-check'
import { addDays } from '../../br/civil-date'
import type { FixedRecord } from '../../layout/fixed-width'
import type { Layout240 } from './layout-240'
import type { Layout400 } from './layout-400'
import { LAYOUTS_240, LAYOUTS_400 } from './layouts/layouts'
import { type CnabLayout, COMANDOS, type Comando, ESPECIES, type Especie, type Remessa, type Titulo } from './titulo'

/** Remessas made by chance, of what a layout has columns for. */

const digits = (length: number) =>
  fc.stringMatching(new RegExp(String.raw`^\d{${length - 1}}[1-9]$`)).map((text) => text)
const words = (max: number) =>
  fc.stringMatching(/^[A-Z][A-Z0-9 .,/]{0,60}$/).map((text) => text.slice(0, Math.max(1, max)).trim())
const day = fc.nat(3_000).map((ahead) => addDays('2022-01-01', ahead))
const money = (most: number) => fc.integer({ min: 1, max: most }).map((cents) => (cents / 100).toFixed(2))
const document = fc.oneof(digits(11), digits(14), fc.constant('12ABC34501DE35'))

const recordsOf = (banco: string, layout: CnabLayout): readonly FixedRecord[] => {
  const [narrow, wide] = [LAYOUTS_240.get(banco), LAYOUTS_400.get(banco)]
  if (layout === 'cnab240' && narrow) return [narrow.p, narrow.q, narrow.r, narrow.header, narrow.lote]
  return wide ? [wide.detalhe, ...(wide.multa ? [wide.multa] : []), wide.header] : []
}

/** How long a field is at most where the layout has it; 0 where it has none, or always the same in it. */
const lengthOf = (records: readonly FixedRecord[], name: string): number => {
  const lengths = records.flatMap((record) => {
    const field = record[name]
    return field && field.kind !== 'constant' ? [field.length] : []
  })
  return lengths.length === 0 ? 0 : Math.min(...lengths)
}

/** A name of a table whose code is the first of its kind: that is read back. */
function namesOf<K extends string>(all: Readonly<Record<K, unknown>>, own: Readonly<Partial<Record<K, string>>>): K[] {
  const seen = new Set<string>()
  const names: K[] = []
  for (const name in own) {
    const code = own[name]
    if (code !== undefined && !seen.has(code) && name in all) names.push(name)
    seen.add(code ?? '')
  }
  return names
}

const optional = <T>(is: boolean, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  is ? fc.option(value, { nil: null }) : fc.constant(null)

/** Days until a title is protested or given back, as a bank takes them. */
function termOf(
  codes: Layout240 | Layout400,
  name: 'protesto' | 'devolucao',
  isTold: boolean,
): fc.Arbitrary<number | null> {
  const some = fc.integer({ min: 1, max: 99 })
  if (!('detalhe' in codes)) {
    if (!isTold) return fc.constant(null)
    return name === 'devolucao' && codes.devolucaoDias !== undefined ? some : fc.option(some, { nil: null })
  }
  const rule = codes[name]
  if (!rule) return fc.constant(null)
  return fc.option('codigos' in rule ? fc.constantFrom(...Object.keys(rule.codigos).map(Number)) : some, { nil: null })
}

function titleOf(banco: string, layout: CnabLayout): fc.Arbitrary<Titulo> {
  const records = recordsOf(banco, layout)
  const codes = layout === 'cnab240' ? LAYOUTS_240.get(banco) : LAYOUTS_400.get(banco)
  if (!codes) throw new Error(`no layout of ${banco}`)
  const has = (name: string) => lengthOf(records, name) > 0
  const code = (name: string) => (has(name) ? digits(lengthOf(records, name)) : fc.constant(''))
  const text = (name: string, max = lengthOf(records, name)) => (max > 0 ? words(max) : fc.constant(''))
  const dated = (name: string) => (has(name) ? fc.option(day, { nil: null }) : fc.constant(null))
  /** An amount with as many places as its columns have. */
  const amountOf = (...names: string[]) => {
    const field = names
      .map((name) => records.find((record) => record[name] !== undefined)?.[name])
      .find((one) => one !== undefined)
    const places = field?.kind === 'decimal' ? field.decimals : 2
    return fc.integer({ min: 1, max: 999 }).map((points) => (points / 10 ** Math.min(places, 2)).toFixed(places))
  }
  const kinds = {
    juros: [
      ...(has('juros_dia') || has('juros_valor') ? ['valor_dia' as const] : []),
      ...(has('juros_mes') || has('juros_letra') || has('juros_codigo') ? ['taxa_mes' as const] : []),
    ],
    desconto: ['valor' as const, ...(has('desconto_letra') || has('desconto_codigo') ? ['percentual' as const] : [])],
    multa: [
      ...(has('multa_percentual') || (has('multa_valor') && has('multa_codigo')) ? ['percentual' as const] : []),
      ...(has('multa_valor') ? ['valor' as const] : []),
    ],
  }
  const messages = records
    .slice(0, 3)
    .flatMap((record) => Object.keys(record).filter((name) => name.startsWith('mensagem_')))
  return fc.record({
    comando: fc.constantFrom(...namesOf<Comando>(COMANDOS, codes.comandos)),
    especie: fc.constantFrom(...namesOf<Especie>(ESPECIES, codes.especies)),
    nosso_numero: code('nosso_numero'),
    nosso_numero_dv: code('nosso_numero_dv'),
    seu_numero: text('seu_numero'),
    uso_empresa: text('uso_empresa'),
    vencimento: day,
    emissao: fc.option(day, { nil: null }),
    valor: money(9_999_999),
    aceite: fc.boolean(),
    juros: optional(
      true,
      fc.record({
        tipo: fc.constantFrom(...kinds.juros),
        valor: amountOf('juros_mes', 'juros_valor', 'juros_dia'),
        data: dated('juros_data'),
      }),
    ),
    multa: optional(
      true,
      fc.record({
        tipo: fc.constantFrom(...kinds.multa),
        valor: amountOf('multa_percentual', 'multa_valor'),
        data: dated('multa_data'),
      }),
    ),
    desconto: optional(
      true,
      fc.record({ tipo: fc.constantFrom(...kinds.desconto), valor: amountOf('desconto_valor'), data: day }),
    ),
    abatimento: fc.constantFrom('0.00', '0.01'),
    iof: has('iof') ? fc.constantFrom('0.00', '1.23') : fc.constant('0.00'),
    protesto_dias: termOf(codes, 'protesto', has('protesto_dias')),
    // Where a bank wants a number told, none is one too.
    devolucao_dias: termOf(codes, 'devolucao', has('devolucao_dias')),
    pagador: fc.record({
      nome: text('pagador_nome'),
      documento: document,
      endereco: text('pagador_endereco'),
      bairro: text('pagador_bairro'),
      cep: digits(8),
      cidade: text('pagador_cidade'),
      uf: has('pagador_uf') ? fc.constantFrom('SP', 'RS') : fc.constant(''),
    }),
    avalista: has('avalista_nome')
      ? fc.option(
          fc.record({ nome: text('avalista_nome'), documento: has('avalista_tipo') ? document : fc.constant('') }),
          { nil: null },
        )
      : fc.constant(null),
    mensagens: fc.tuple(...messages.map((name) => words(lengthOf(records, name)))),
  })
}

const withOneTerm =
  (layout: CnabLayout) =>
  (one: Titulo): Titulo =>
    layout === 'cnab400' && one.devolucao_dias !== null ? { ...one, protesto_dias: null } : one

/** Files of a bank and layout. */
export function remessaOf(banco: string, layout: CnabLayout): fc.Arbitrary<Remessa> {
  const records = recordsOf(banco, layout)
  const own = (name: string) => {
    const length = lengthOf(records, name)
    return length > 0 ? digits(length) : fc.constant(undefined)
  }
  return fc.record({
    banco: fc.constant(banco),
    layout: fc.constant(layout),
    sequencia: lengthOf(records, 'sequencia') > 0 ? fc.integer({ min: 1, max: 999 }) : fc.constant(null),
    data: day,
    hora: fc.constant(lengthOf(records, 'hora') > 0 ? '10:20:30' : null),
    beneficiario: fc.record({
      nome: lengthOf(records, 'empresa') > 0 ? words(30) : fc.constant(''),
      documento: lengthOf(records, 'empresa_documento') > 0 ? digits(14) : fc.constant(''),
      codigo_transmissao: own('codigo_transmissao').map((text) => text ?? ''),
      conta: fc.record({
        banco: fc.constant(banco),
        agencia: own('agencia').map((text) => text ?? ''),
        agencia_dv: own('agencia_dv'),
        conta: own('conta').map((text) => text ?? ''),
        conta_dv: own('conta_dv'),
        convenio: own('convenio'),
        carteira: own('carteira'),
        variacao: own('variacao'),
      }),
    }),
    titulos: fc.uniqueArray(titleOf(banco, layout).map(withOneTerm(layout)), {
      minLength: 1,
      maxLength: 4,
      selector: (one) => one.nosso_numero,
    }),
  })
}
