import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { dynamicBrCode, readBrCode, staticBrCode } from '../pix/br-code'
import { dueFactor, readSlip } from './boleto'
import { readRemessa } from './cnab/read-remessa'
import { readRetorno } from './cnab/read-retorno'
import { COMANDOS, ESPECIES } from './cnab/titulo'
import { checkRemessa, writeRemessa } from './cnab/write-remessa'
import { blank, date, day, file, money, namesOf, optional, text } from './inputs'
import { makeBoleto } from './make-boleto'
import { paymentFunctions } from './pagamento/functions'

/** The terminal face of the area, and nothing else imports it. */

/** Where a line or a barcode is read and no day is told, its due date is near this one. */
const NEAR = '2026-01-01'

const conta = v.object({
  banco: text,
  agencia: blank,
  agencia_dv: optional,
  conta: blank,
  conta_dv: optional,
  convenio: optional,
  carteira: optional,
  variacao: optional,
  posto: optional,
})

const term = <const K extends readonly string[]>(kinds: K) =>
  v.optional(v.nullable(v.object({ tipo: v.picklist(kinds), valor: money, data: day })), null)

const days = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999))), null)

const titulo = v.object({
  comando: v.optional(v.picklist(namesOf(COMANDOS)), 'entrada'),
  nosso_numero: blank,
  nosso_numero_dv: blank,
  seu_numero: text,
  uso_empresa: blank,
  vencimento: day,
  emissao: day,
  valor: money,
  especie: v.optional(v.picklist(namesOf(ESPECIES)), 'DM'),
  aceite: v.optional(v.boolean(), false),
  juros: term(['valor_dia', 'taxa_mes']),
  multa: term(['valor', 'percentual']),
  desconto: term(['valor', 'percentual']),
  abatimento: v.optional(money, '0.00'),
  iof: v.optional(money, '0.00'),
  protesto_dias: days,
  devolucao_dias: days,
  pagador: v.object({
    nome: text,
    documento: text,
    endereco: blank,
    bairro: blank,
    cep: blank,
    cidade: blank,
    uf: blank,
  }),
  avalista: v.optional(v.nullable(v.object({ nome: text, documento: blank })), null),
  mensagens: v.optional(v.pipe(v.array(text), v.maxLength(10)), []),
})

const remessa = v.object({
  banco: text,
  layout: v.picklist(['cnab400', 'cnab240']),
  beneficiario: v.object({ nome: text, documento: blank, codigo_transmissao: blank, conta }),
  sequencia: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  data: date,
  hora: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d\d:\d\d:\d\d$/))), null),
  titulos: v.pipe(v.array(titulo), v.maxLength(50_000)),
})

const boletoFunctions = [
  coreFunction({
    name: 'banking.boleto',
    summary: 'Monta um boleto pelas regras do banco: nosso número, campo livre, código de barras e linha digitável.',
    takes:
      '{banco, agencia, conta, carteira?, convenio?, variacao?, posto?, nossoNumero, seuNumero?, parcela?, vencimento?, valor?}',
    gives: '{campoLivre, codigoBarras, linhaDigitavel, nossoNumero, nossoNumeroDv, nossoNumeroFormatado}',
    input: v.object({
      ...conta.entries,
      nossoNumero: text,
      seuNumero: optional,
      parcela: optional,
      semRegistro: v.optional(v.boolean()),
      vencimento: v.optional(v.nullable(date)),
      valor: v.optional(v.nullable(amount)),
    }),
    run: ({ nossoNumero, seuNumero, parcela, semRegistro, vencimento, valor, ...account }) => {
      const made = makeBoleto({
        conta: account,
        nosso_numero: nossoNumero,
        seu_numero: seuNumero,
        parcela,
        sem_registro: semRegistro,
        dVencimento: vencimento ?? undefined,
        valor: valor ?? undefined,
      })
      return {
        campoLivre: made.campo_livre,
        codigoBarras: made.codigo_barras,
        linhaDigitavel: made.linha_digitavel,
        nossoNumero: made.nosso_numero.numero,
        nossoNumeroDv: made.nosso_numero.dv,
        nossoNumeroFormatado: made.nosso_numero.formatado,
      }
    },
  }),
  coreFunction({
    name: 'banking.linhaDigitavel',
    summary: 'Confere e lê a linha digitável ou o código de barras de um boleto ou de uma guia.',
    takes: '{linha} ou {codigoBarras}, hoje? (data perto da qual está o vencimento)',
    gives: '{valid, tipo, banco, vencimento, valor, codigoBarras, linha} ou {valid: false, message}',
    input: v.object({ linha: optional, codigoBarras: optional, hoje: v.optional(date, NEAR) }),
    run: ({ linha, codigoBarras, hoje }) => {
      try {
        const slip = readSlip(linha ?? codigoBarras ?? '', hoje)
        return {
          valid: true,
          tipo: slip.kind,
          banco: slip.banco ?? null,
          vencimento: slip.dVencimento ?? null,
          valor: slip.valor ?? null,
          codigoBarras: slip.codigo_barras,
          linha: slip.linha_digitavel,
        }
      } catch (error) {
        if (error instanceof CoreError) return { valid: false, message: error.message }
        throw error
      }
    },
  }),
  coreFunction({
    name: 'banking.fatorVencimento',
    summary: 'O fator de vencimento de uma data, com a volta de 22/02/2025.',
    takes: '{vencimento}',
    gives: '{fator}',
    input: v.object({ vencimento: date }),
    run: ({ vencimento }) => ({ fator: dueFactor(vencimento) }),
  }),
]

/** A remessa says so in its first columns, or in the column that tells the direction of a file of 240. */
const isRemessa = (content: string): boolean => {
  const [first = ''] = content
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r\n|\n|\r/)
  return /^01REMESSA/i.test(first) || (/^\d{7}0/.test(first) && first.charAt(142) === '1')
}

const cnabFunctions = [
  coreFunction({
    name: 'banking.cnab',
    summary: 'Lê uma remessa ou um retorno de cobrança (CNAB 400, 240, FEBRABAN 150), ou escreve uma remessa.',
    takes:
      '{text} ou {banco, layout: cnab400|cnab240, beneficiario: {nome, documento, codigo_transmissao?, conta: {…}}, sequencia?, data, hora?, titulos: […]}',
    gives: 'o que o arquivo diz (titulos ou ocorrencias, desconhecidos, faltas) ou {text}',
    input: v.union([v.object({ text: file }), remessa]),
    run: (input) => {
      if (!('text' in input)) return { text: writeRemessa(input) }
      return isRemessa(input.text) ? readRemessa(input.text) : readRetorno(input.text)
    },
  }),
  coreFunction({
    name: 'banking.confereRemessa',
    summary: 'Diz o que o banco recusaria de uma remessa: título, campo e coluna.',
    takes: 'como banking.cnab',
    gives: '{faltas: [{seu_numero, campo, coluna, mensagem}]}',
    input: remessa,
    run: (input) => ({ faltas: checkRemessa(input) }),
  }),
]

const pixFunctions = [
  coreFunction({
    name: 'banking.pix',
    summary: 'Lê um código Pix copia e cola, ou monta um: estático pela chave, dinâmico pelo endereço da cobrança.',
    takes: '{payload} ou {key, name, city, amount?, txid?, description?} ou {url, name, city, amount?, txid?}',
    gives: 'os campos do código ou {payload}',
    input: v.union([
      v.object({ payload: v.pipe(v.string(), v.maxLength(4000)) }),
      v.object({
        key: text,
        name: text,
        city: text,
        amount: v.optional(v.nullable(amount)),
        txid: optional,
        description: v.optional(v.nullable(text)),
      }),
      v.object({ url: text, name: text, city: text, amount: v.optional(v.nullable(amount)), txid: optional }),
    ]),
    run: (input) => {
      if ('payload' in input) return readBrCode(input.payload)
      const { amount: value, txid, ...rest } = input
      const common = { amount: value ?? null, ...(txid === undefined ? {} : { txid }) }
      if ('url' in rest) return { payload: dynamicBrCode({ ...rest, ...common }) }
      return { payload: staticBrCode({ ...rest, ...common, description: rest.description ?? null }) }
    },
  }),
]

export const bankingFunctions = [...boletoFunctions, ...cnabFunctions, ...paymentFunctions, ...pixFunctions]
