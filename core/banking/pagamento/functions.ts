import * as v from 'valibot'
import { coreFunction } from '../../function'
import { blank, date, day, file, money, namesOf, text } from '../inputs'
import { checkPagamentoFile } from './check-file'
import { readDda } from './dda'
import { CHAVES, DADOS_TRIBUTO, TRIBUTOS } from './pagamento'
import { readPagamento } from './read-pagamento'
import { readRetornoPagamento } from './read-retorno-pagamento'
import { checkPagamento, filesOf, writePagamento } from './write-pagamento'

/** The terminal face of payments. */

const none = v.optional(money, '0.00')
const yes = v.optional(v.boolean(), false)
const person = v.object({ nome: text, documento: blank })

const endereco = v.object({
  logradouro: blank,
  numero: blank,
  complemento: blank,
  bairro: blank,
  cidade: blank,
  cep: blank,
  uf: blank,
})

const NOWHERE = { logradouro: '', numero: '', complemento: '', bairro: '', cidade: '', cep: '', uf: '' }

const favorecido = v.object({
  nome: text,
  documento: blank,
  endereco: v.optional(v.nullable(endereco), null),
  email: blank,
})

const conta = {
  banco: text,
  agencia: blank,
  agencia_dv: blank,
  conta: blank,
  conta_dv: blank,
  agencia_conta_dv: blank,
}

/** What every payment tells; suppliers are paid where nothing else is said. */
const common = { seu_numero: text, data: date, valor: money, servico: v.optional(text, '20') }

const transfer = {
  ...common,
  favorecido,
  conta: v.object({ ...conta, poupanca: yes }),
  mesma_titularidade: yes,
  finalidade: blank,
}

const data = v.object(Object.fromEntries(DADOS_TRIBUTO.map((name) => [name, v.optional(money)])))

const payment = v.variant('tipo', [
  v.object({ tipo: v.literal('ted'), ...transfer, finalidade: v.optional(text, '00010') }),
  v.object({ tipo: v.literal('credito'), ...transfer }),
  v.object({ tipo: v.literal('pix_conta'), ...transfer }),
  v.object({
    tipo: v.literal('pix'),
    ...common,
    favorecido,
    chave_tipo: v.picklist(namesOf(CHAVES)),
    chave: text,
    mensagem: blank,
  }),
  v.object({
    tipo: v.literal('pix_qr'),
    ...common,
    favorecido,
    copia_e_cola: v.optional(v.pipe(v.string(), v.maxLength(4000)), ''),
    endereco: blank,
    txid: blank,
    vencimento: day,
  }),
  v.object({
    tipo: v.literal('boleto'),
    ...common,
    favorecido,
    codigo_barras: text,
    vencimento: day,
    valor_titulo: money,
    desconto: none,
    acrescimo: none,
    sacado: v.optional(v.nullable(person), null),
    sacador: v.optional(v.nullable(person), null),
  }),
  v.object({ tipo: v.literal('guia'), ...common, codigo_barras: text, concessionaria: blank, vencimento: day }),
  v.object({
    tipo: v.literal('tributo'),
    ...common,
    tributo: v.picklist(namesOf(TRIBUTOS)),
    contribuinte: person,
    receita: blank,
    competencia: blank,
    periodo: day,
    vencimento: day,
    principal: none,
    multa: none,
    juros: none,
    dados: v.optional(data, {}),
    complementos: v.optional(v.pipe(v.array(text), v.maxLength(4)), []),
  }),
])

const order = v.object({
  banco: text,
  pagador: v.object({
    nome: text,
    documento: text,
    conta: v.object({ ...conta, convenio: blank, parametro_transmissao: blank, compromisso: blank }),
    endereco: v.optional(endereco, NOWHERE),
  }),
  sequencia: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  data: date,
  hora: v.pipe(v.string(), v.regex(/^\d\d:\d\d:\d\d$/)),
  pagamentos: v.pipe(v.array(payment), v.maxLength(20_000)),
})

/** The first record tells which way a file goes. */
const isReturn = (content: string): boolean =>
  content
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .charAt(142) === '2'

const TAKES =
  '{text} ou {banco, pagador: {nome, documento, conta: {…}, endereco?}, sequencia?, data, hora, pagamentos: [{tipo: ted|credito|pix_conta|pix|pix_qr|boleto|guia|tributo, seu_numero, data, valor, …}]}'

export const paymentFunctions = [
  coreFunction({
    name: 'banking.pagamento',
    summary: 'Lê uma remessa ou um retorno de pagamentos (CNAB 240), ou escreve os arquivos de uma ordem.',
    takes: TAKES,
    gives: 'o que o arquivo diz (pagamentos ou itens, desconhecidos, faltas) ou {arquivos: [{sequencia, text}]}',
    input: v.union([v.object({ text: file }), order]),
    run: (input) => {
      if (!('text' in input))
        return { arquivos: filesOf(input).map((one) => ({ sequencia: one.sequencia, text: writePagamento(one) })) }
      return isReturn(input.text) ? readRetornoPagamento(input.text) : readPagamento(input.text)
    },
  }),
  coreFunction({
    name: 'banking.conferePagamento',
    summary:
      'Diz o que o banco recusaria de uma ordem de pagamentos ou de um arquivo pronto: pagamento, campo e coluna.',
    takes: 'como banking.pagamento',
    gives: '{faltas: [{seu_numero, campo, coluna, mensagem}]}',
    input: v.union([v.object({ text: file }), order]),
    run: (input) => ({
      faltas: 'text' in input ? checkPagamentoFile(input.text) : filesOf(input).flatMap(checkPagamento),
    }),
  }),
  coreFunction({
    name: 'banking.dda',
    summary: 'Lê a varredura do DDA (CNAB 240): os boletos que outros registraram contra a empresa.',
    takes: '{text}',
    gives: '{banco, pagador, titulos: [{emissor, dVencimento, valor, linha_digitavel, …}], desconhecidos, faltas}',
    input: v.object({ text: file }),
    run: ({ text: content }) => readDda(content),
  }),
]
