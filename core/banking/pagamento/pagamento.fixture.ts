import fc from 'fast-check'
import { addDays } from '../../br/civil-date'
import { cnpjCheckDigits, cpfCheckDigits } from '../../br/tax-id'
import type { FixedRecord } from '../../layout/fixed-width'
import { fromUnits, sum } from '../../money/decimal'
import { mod10, mod11Boleto, mod11Collection } from '../check-digits'
import type { LayoutPagamento } from './layout'
import { LAYOUTS_PAGAMENTO } from './layouts/layouts'
import {
  CHAVES,
  DADOS_TRIBUTO,
  type Endereco,
  type Favorecido,
  type OrdemPagamento,
  type Pagamento,
  type TipoChave,
  TRIBUTOS,
  type Tributo,
} from './pagamento'

/** Orders of payments made by chance, of what a bank has columns for. */

const digits = (length: number) =>
  length === 0 ? fc.constant('') : fc.stringMatching(new RegExp(String.raw`^\d{${length - 1}}[1-9]$`))
const words = (max: number) =>
  fc.stringMatching(/^[A-Z][A-Z0-9.,/]{0,60}$/).map((text) => text.slice(0, Math.max(1, max)))
const day = fc.nat(600).map((ahead) => addDays('2026-06-01', ahead))
const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2))
const cpf = digits(9).map((base) => base + cpfCheckDigits(base))
const cnpj = fc.stringMatching(/^[\dA-Z]{7}\d[1-9]{4}$/).map((base) => base + cnpjCheckDigits(base))
const shortCnpj = digits(9).map((base) => `000${base}${cnpjCheckDigits(`000${base}`)}`)
const document = fc.oneof(cpf, cnpj, shortCnpj)
const person = (max: number) => fc.record({ nome: words(max), documento: document })

/** How long a field of a record is; 0 where it has none, or always the same in it. */
const lengthIn = (record: FixedRecord, name: string): number => {
  const field = record[name]
  return field && field.kind !== 'constant' ? field.length : 0
}

const address = (hasDistrict: boolean): fc.Arbitrary<Endereco> =>
  fc.record({
    logradouro: words(30),
    numero: fc.integer({ min: 1, max: 99_999 }).map(String),
    complemento: fc.oneof(fc.constant(''), words(15)),
    bairro: hasDistrict ? words(15) : fc.constant(''),
    cidade: words(20),
    cep: digits(8),
    uf: fc.constantFrom('SP', 'RS'),
  })

const target = (max: number, layout: LayoutPagamento): fc.Arbitrary<Favorecido> =>
  fc.record({
    nome: words(max),
    documento: document,
    endereco: fc.option(address(true), { nil: null }),
    email: 'favorecido_email' in layout.b ? fc.constantFrom('', 'a.b@loja.example') : fc.constant(''),
  })

/** Of a Pix, whose records have no room for an address. */
const plain = (max: number): fc.Arbitrary<Favorecido> =>
  person(max).map((one) => ({ ...one, endereco: null, email: '' }))

const common = (numbered: number) =>
  ({
    seu_numero: words(numbered),
    data: day.map((one) => addDays(one, 700)),
    valor: amount,
    servico: fc.constantFrom('20', '98'),
  }) as const

function transfer(
  tipo: 'ted' | 'credito' | 'pix_conta',
  layout: LayoutPagamento,
  payer: string,
): fc.Arbitrary<Pagamento> {
  const isItau = layout.banco === '341'
  const others = fc.constantFrom('748', '756')
  const isShort = isItau && tipo === 'credito'
  return fc
    .record({
      ...common(lengthIn(layout.a, 'seu_numero')),
      favorecido: tipo === 'pix_conta' ? plain(30) : target(30, layout),
      conta: fc.record({
        banco: tipo === 'credito' ? fc.constant(layout.banco) : others,
        agencia: isShort ? digits(4).map((text) => `0${text}`) : digits(5),
        agencia_dv: isItau ? fc.constant('') : fc.constantFrom('', '7', 'X'),
        conta: isShort ? digits(6).map((text) => `000000${text}`) : digits(12),
        conta_dv: fc.constantFrom('0', '5', 'X'),
        agencia_conta_dv: fc.constant(''),
        poupanca: isItau && tipo === 'ted' ? fc.constant(false) : fc.boolean(),
      }),
      mesma: fc.boolean(),
      finalidade: tipo === 'ted' && !isItau ? fc.constant('00010') : fc.constantFrom('', '00010'),
    })
    .map(({ mesma, ...one }): Pagamento => {
      const isSame = mesma && (tipo === 'ted' || (isShort && !one.conta.poupanca))
      const favorecido = isSame ? { ...one.favorecido, documento: payer } : one.favorecido
      return { tipo, ...one, favorecido, mesma_titularidade: isSame }
    })
}

const KEYS: Readonly<Record<TipoChave, fc.Arbitrary<string>>> = {
  telefone: digits(11).map((text) => `+55${text}`),
  email: fc.constantFrom('maria@loja.example', 'a+b_c@x.example'),
  cpf_cnpj: document,
  aleatoria: fc.uuid(),
}

const kinds = Object.keys(CHAVES).filter((name): name is TipoChave => name in KEYS)

const pixKey = (layout: LayoutPagamento): fc.Arbitrary<Pagamento> =>
  fc.constantFrom(...kinds).chain((chave_tipo) =>
    fc.record({
      tipo: fc.constant('pix' as const),
      ...common(lengthIn(layout.aPix, 'seu_numero')),
      favorecido: plain(30),
      chave_tipo: fc.constant(chave_tipo),
      chave: KEYS[chave_tipo],
      mensagem: fc.oneof(fc.constant(''), words(60)),
    }),
  )

const pixQr: fc.Arbitrary<Pagamento> = fc.record({
  tipo: fc.constant('pix_qr' as const),
  ...common(20),
  favorecido: plain(40),
  copia_e_cola: fc.constant(''),
  endereco: fc.constantFrom('pix.banco.example/qr/v2/9d36b84f-C70b', 'maria@loja.example'),
  txid: fc.constantFrom('', 'Pedido123abc'),
  vencimento: fc.option(day, { nil: null }),
})

/** The barcode of a boleto of a bank and an amount; 0 cents where the payer tells it. */
export function slipBar(banco: string, cents: number, free: string): string {
  const rest = `1600${String(cents).padStart(10, '0')}${free}`
  return `${banco}9${mod11Boleto(`${banco}9${rest}`)}${rest}`
}

/** The barcode of a collection slip of a segment. */
export function guideBar(segment: string, kind: '6' | '8', cents: number, free: string): string {
  const [start, rest] = [`8${segment}${kind}`, `${String(cents).padStart(11, '0')}${free}`]
  return `${start}${(kind === '6' ? mod10 : mod11Collection)(start + rest)}${rest}`
}

const cents = (value: string): number => Number(value.replace('.', ''))

const slip = (layout: LayoutPagamento): fc.Arbitrary<Pagamento> =>
  fc
    .record({
      tipo: fc.constant('boleto' as const),
      ...common(20),
      favorecido: target(40, layout),
      valor_titulo: amount,
      banco: fc.constantFrom(layout.banco, '748'),
      free: digits(25),
      isOpen: fc.boolean(),
      desconto: fc.constantFrom('0.00', '0.01'),
      acrescimo: fc.constantFrom('0.02', '13.00'),
      vencimento: day,
      sacado: fc.option(person(40), { nil: null }),
      sacador: fc.option(person(40), { nil: null }),
    })
    .map(({ banco, free, isOpen, ...one }) => ({
      ...one,
      codigo_barras: slipBar(banco, isOpen ? 0 : cents(one.valor_titulo), free),
      valor: sum([one.valor_titulo, one.acrescimo]).minus(one.desconto).toFixed(2),
    }))

const guide: fc.Arbitrary<Pagamento> = fc
  .record({
    tipo: fc.constant('guia' as const),
    ...common(20),
    segment: fc.constantFrom('1', '2', '3', '5', '7'),
    kind: fc.constantFrom('6' as const, '8' as const),
    free: digits(29),
    concessionaria: words(30),
    vencimento: fc.option(day, { nil: null }),
  })
  .map(({ segment, kind, free, ...one }) => ({
    ...one,
    codigo_barras: guideBar(segment, kind, cents(one.valor), free),
  }))

/** What a tax alone tells, as its record has room for it. */
function taxData(record: FixedRecord): fc.Arbitrary<Readonly<Record<string, string>>> {
  const own = DADOS_TRIBUTO.flatMap((name) => {
    const field = record[name]
    if (!field || field.kind === 'constant') return []
    if (field.kind === 'decimal')
      return [
        [
          name,
          fc.integer({ min: 1, max: 99 }).map((units) => fromUnits(BigInt(units), field.decimals).toFixed(2)),
        ] as const,
      ]
    return [[name, field.kind === 'code' ? digits(field.length) : words(field.length)] as const]
  })
  return fc.record(Object.fromEntries(own))
}

function tax(tributo: Tributo, record: FixedRecord): fc.Arbitrary<Pagamento> {
  const has = (name: string) => name in record
  const money = (name: string) => (has(name) ? amount : fc.constant('0.00'))
  const dated = (name: string) => (has(name) ? day : fc.constant(null))
  return fc
    .record({
      tipo: fc.constant('tributo' as const),
      ...common(20),
      tributo: fc.constant(tributo),
      contribuinte: fc.record({ nome: words(30), documento: fc.oneof(cpf, cnpj) }),
      receita: has('receita') ? digits(4) : fc.constant(''),
      competencia: has('competencia') ? day.map((one) => one.slice(0, 7)) : fc.constant(''),
      periodo: dated('periodo'),
      vencimento: dated('vencimento'),
      principal: money('principal'),
      multa: money('multa'),
      juros: money('juros'),
      dados: taxData(record),
      complementos: fc.array(words(40), { maxLength: 4 }),
    })
    .map((one) => {
      const { outras_entidades = '0', atualizacao = '0', desconto = '0' } = one.dados
      const due = sum([one.principal, one.multa, one.juros, outras_entidades, atualizacao]).minus(desconto)
      return has('principal')
        ? { ...one, valor: due.abs().toFixed(2), principal: sum([one.principal, due.abs()]).minus(due).toFixed(2) }
        : one
    })
}

const isTax = (name: string): name is Tributo => name in TRIBUTOS

function payments(layout: LayoutPagamento, payer: string): fc.Arbitrary<Pagamento> {
  const taxes = Object.entries(layout.n).flatMap(([name, record]) => (isTax(name) ? [tax(name, record)] : []))
  return fc.oneof(
    transfer('ted', layout, payer),
    transfer('credito', layout, payer),
    transfer('pix_conta', layout, payer),
    pixKey(layout),
    pixQr,
    slip(layout),
    guide,
    ...taxes,
  )
}

const layoutOf = (banco: string): LayoutPagamento => {
  const found = LAYOUTS_PAGAMENTO.get(banco)
  if (!found) throw new Error(`no layout of ${banco}`)
  return found
}

/** Orders of a bank, of payments of every kind that it has. */
export function orderOf(banco: string): fc.Arbitrary<OrdemPagamento> {
  const layout = layoutOf(banco)
  const batch = { ...layout.lotes.transferencia.lote, ...layout.header }
  const own = (name: string) => digits(lengthIn(batch, name))
  const maybe = (name: string) => (lengthIn(batch, name) > 0 ? fc.constantFrom('', '3') : fc.constant(''))
  return fc
    .record({
      nome: words(30),
      documento: fc.oneof(cpf, cnpj),
      conta: fc.record({
        banco: fc.constant(banco),
        agencia: digits(5),
        agencia_dv: maybe('agencia_dv'),
        conta: digits(12),
        conta_dv: fc.constantFrom('0', '7', 'X'),
        agencia_conta_dv: maybe('agencia_conta_dv'),
        convenio: own('convenio'),
        parametro_transmissao: own('parametro_transmissao'),
        compromisso: own('compromisso'),
      }),
      endereco: address(false),
    })
    .chain((pagador) =>
      fc.record({
        banco: fc.constant(banco),
        pagador: fc.constant(pagador),
        sequencia: fc.integer({ min: 1, max: 999_998 }),
        data: day,
        hora: fc.constant('10:20:30'),
        pagamentos: fc.uniqueArray(payments(layout, pagador.documento), {
          minLength: 1,
          maxLength: 8,
          selector: (one) => one.seu_numero,
        }),
      }),
    )
}
