import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import {
  addBusinessDays,
  bankHolidays,
  businessDaysBetween,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
} from './business-days'
import { addDays, addMonths, daysBetween, requireDate, weekday } from './civil-date'
import { formatDate, parseDate } from './date-text'
import { isCep, isPhone, phoneDigits, readEan, readEmailList, readNcm, showCep, showNcm, showPhone } from './fields'
import {
  maskCep,
  maskCnpj,
  maskCpf,
  maskDate,
  maskEan,
  maskMoney,
  maskNcm,
  maskPhone,
  maskPlate,
  maskTaxId,
} from './masks'
import { formatCurrency, formatNumber, formatPercent, formatQuantity, parseNumber } from './number'
import { readStateRegistration } from './state-registration'
import { readTaxId, showTaxId, showTaxIdMasked } from './tax-id'
import { UFS, findUf } from './uf'

const text = v.pipe(v.string(), v.maxLength(1000))
const date = v.pipe(text, v.transform(requireDate))
const holidays = v.optional(v.pipe(v.array(date), v.maxLength(10_000)), [])
const decimals = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)))

const MASKS = {
  cpf: maskCpf,
  cnpj: maskCnpj,
  taxId: maskTaxId,
  cep: maskCep,
  phone: maskPhone,
  ean: maskEan,
  ncm: maskNcm,
  date: maskDate,
  plate: maskPlate,
  money: (typed: string) => maskMoney(typed),
} as const

const NUMBER_STYLES = {
  number: formatNumber,
  currency: formatCurrency,
  quantity: formatQuantity,
  percent: formatPercent,
} as const

const idFunctions = [
  coreFunction({
    name: 'br.taxId',
    summary: 'Confere e formata um CPF ou um CNPJ, numérico ou alfanumérico.',
    takes: '{input, kind?: cpf|cnpj}',
    gives: '{valid, kind, digits, formatted}',
    input: v.object({ input: text, kind: v.optional(v.picklist(['cpf', 'cnpj'])) }),
    run: ({ input, kind }) => readTaxId(input, kind),
  }),
  coreFunction({
    name: 'br.showTaxId',
    summary: "Mostra um CPF ou CNPJ como nas listas ('--' quando vazio), também com o meio do CPF oculto.",
    takes: '{input}',
    gives: '{text, masked}',
    input: v.object({ input: v.nullish(text) }),
    run: ({ input }) => ({ text: showTaxId(input), masked: showTaxIdMasked(input) }),
  }),
  coreFunction({
    name: 'br.stateRegistration',
    summary: 'Confere e formata a inscrição estadual de uma UF.',
    takes: '{uf, input}',
    gives: '{valid, formatted}',
    input: v.object({ uf: text, input: text }),
    run: ({ uf, input }) => {
      if (!findUf(uf))
        throw new CoreError('invalid_uf', 'UF inválida: informe a sigla de uma das 27 unidades da federação.')
      return readStateRegistration(uf, input)
    },
  }),
  coreFunction({
    name: 'br.ufs',
    summary: 'Lista as 27 unidades da federação com o código do IBGE.',
    takes: '{}',
    gives: '{ufs: [{codigo, sigla, nome}]}',
    input: v.object({}),
    run: () => ({ ufs: UFS }),
  }),
]

const fieldFunctions = [
  coreFunction({
    name: 'br.cep',
    summary: 'Confere e formata um CEP.',
    takes: '{input}',
    gives: '{valid, formatted}',
    input: v.object({ input: text }),
    run: ({ input }) => ({ valid: isCep(input), formatted: showCep(input) }),
  }),
  coreFunction({
    name: 'br.phone',
    summary: 'Confere e formata um telefone brasileiro.',
    takes: '{input}',
    gives: '{valid, digits, formatted}',
    input: v.object({ input: text }),
    run: ({ input }) => ({ valid: isPhone(input), digits: phoneDigits(input), formatted: showPhone(input) }),
  }),
  coreFunction({
    name: 'br.ean',
    summary: 'Lê o campo EAN: vazio vira nulo, o dígito verificador é conferido.',
    takes: '{input}',
    gives: '{cEAN}',
    input: v.object({ input: v.nullish(text) }),
    run: ({ input }) => ({ cEAN: readEan(input) }),
  }),
  coreFunction({
    name: 'br.ncm',
    summary: 'Lê o campo NCM: os 8 dígitos do código.',
    takes: '{input}',
    gives: '{NCM, formatted}',
    input: v.object({ input: text }),
    run: ({ input }) => {
      const NCM = readNcm(input)
      return { NCM, formatted: showNcm(NCM) }
    },
  }),
  coreFunction({
    name: 'br.emails',
    summary: 'Lê a lista de e-mails de um cliente como ela é gravada.',
    takes: '{list}',
    gives: '{list}',
    input: v.object({ list: v.pipe(v.array(v.nullable(text)), v.maxLength(1000)) }),
    run: ({ list }) => ({ list: readEmailList(list) }),
  }),
  coreFunction({
    name: 'br.mask',
    summary: 'Aplica a máscara de um campo ao que foi digitado até agora.',
    takes: '{mask: cpf|cnpj|taxId|cep|phone|ean|ncm|date|plate|money, input}',
    gives: '{text}',
    input: v.object({
      mask: v.picklist(['cpf', 'cnpj', 'taxId', 'cep', 'phone', 'ean', 'ncm', 'date', 'plate', 'money']),
      input: text,
    }),
    run: ({ mask, input }) => ({ text: MASKS[mask](input) }),
  }),
]

const textFunctions = [
  coreFunction({
    name: 'br.number',
    summary: 'Lê um número escrito à brasileira (1.234,56).',
    takes: '{text}',
    gives: '{value}',
    input: v.object({ text }),
    run: ({ text }) => ({ value: parseNumber(text).toString() }),
  }),
  coreFunction({
    name: 'br.formatNumber',
    summary: 'Escreve um número à brasileira: número, moeda, quantidade ou percentual.',
    takes: '{value, style?: number|currency|quantity|percent, decimals?}',
    gives: '{text}',
    input: v.object({
      value: amount,
      style: v.optional(v.picklist(['number', 'currency', 'quantity', 'percent']), 'number'),
      decimals,
    }),
    run: ({ value, style, decimals }) => ({ text: NUMBER_STYLES[style](value, decimals) }),
  }),
  coreFunction({
    name: 'br.date',
    summary: "Lê uma data digitada ('h', '+7', '15/3', '15/03/26', 6 ou 8 dígitos) a partir de hoje.",
    takes: '{text, today}',
    gives: '{date, formatted}',
    input: v.object({ text, today: date }),
    run: ({ text, today }) => {
      const read = parseDate(text, today)
      return { date: read, formatted: formatDate(read) }
    },
  }),
  coreFunction({
    name: 'br.dateMath',
    summary: 'Soma dias e meses a uma data (no fim do mês, o último dia) e conta os dias entre duas.',
    takes: '{date, addDays?, addMonths?, to?}',
    gives: '{date, weekday, days?}',
    input: v.object({
      date,
      addDays: v.optional(v.pipe(v.number(), v.integer()), 0),
      addMonths: v.optional(v.pipe(v.number(), v.integer()), 0),
      to: v.optional(date),
    }),
    run: ({ date, addDays: days, addMonths: months, to }) => {
      const moved = addDays(addMonths(date, months), days)
      return { date: moved, weekday: weekday(moved), ...(to === undefined ? {} : { days: daysBetween(moved, to) }) }
    },
  }),
]

const calendarFunctions = [
  coreFunction({
    name: 'br.holidays',
    summary: 'Lista os feriados bancários nacionais de um ano.',
    takes: '{year}',
    gives: '{holidays: [{date, name}]}',
    input: v.object({ year: v.number() }),
    run: ({ year }) => ({ holidays: bankHolidays(year) }),
  }),
  coreFunction({
    name: 'br.businessDay',
    summary: 'Diz se uma data é dia útil bancário e qual o próximo e o anterior; feriados locais são informados.',
    takes: '{date, add?, feriados?}',
    gives: '{businessDay, next, previous, added?}',
    input: v.object({ date, add: v.optional(v.number()), feriados: holidays }),
    run: ({ date, add, feriados }) => ({
      businessDay: isBusinessDay(date, feriados),
      next: nextBusinessDay(date, feriados),
      previous: previousBusinessDay(date, feriados),
      ...(add === undefined ? {} : { added: addBusinessDays(date, add, feriados) }),
    }),
  }),
  coreFunction({
    name: 'br.businessDays',
    summary: 'Conta os dias úteis bancários depois de uma data até a outra.',
    takes: '{from, to, feriados?}',
    gives: '{days}',
    input: v.object({ from: date, to: date, feriados: holidays }),
    run: ({ from, to, feriados }) => ({ days: businessDaysBetween(from, to, feriados) }),
  }),
]

export const brFunctions = [...idFunctions, ...fieldFunctions, ...textFunctions, ...calendarFunctions]
