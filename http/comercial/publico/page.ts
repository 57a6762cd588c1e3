import { CUSTOMER_NAME, CUSTOMER_TEXT } from '../../../core/fields/comercial/orcamento'
import type { ShownQuote } from '../../../core/quotes/revision'
import { escapeHtml as safe } from '../../platform/html'
import type { PrintedDocument } from '../../relatorios/document'
import { type Payment, paymentsHtml } from './payments'

/** What a customer typed, and what is wrong with it, by the name of the field. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, readonly string[]>>
}

export interface QuotePage {
  readonly quote: PrintedDocument
  readonly offer: ShownQuote
  /** The version that is shown. */
  readonly revision: number
  readonly customer: string
  /** What is said above all else, in order. */
  readonly notes: readonly Note[]
  /** May it be accepted, and may a change be asked for? */
  readonly accepts: boolean
  readonly asks: boolean
  readonly typed: Typed
  /** How what was bought is paid; empty while it is a quote. */
  readonly payments: readonly Payment[]
}

export interface Note {
  readonly look: 'good' | 'warn'
  readonly text: string
  readonly list?: readonly string[]
}

export const noteHtml = ({ look, text, list = [] }: Note): string =>
  `<div class="note ${look}" role="status"><p>${safe(text)}</p>${list.length === 0 ? '' : `<ul>${list.map((one) => `<li>${safe(one)}</li>`).join('')}</ul>`}</div>`

function lines({ lines: list }: ShownQuote): string {
  const rows = list.map(
    ({ code, description, unit, quantity, price, total }) =>
      `<li><span>${safe(description)}<br><small class="soft">${safe([code, `${quantity} ${unit} × ${price}`].filter(Boolean).join(' · '))}</small></span><span class="n">${safe(total)}</span></li>`,
  )
  return `<section><h2>Itens</h2><ul class="rows">${rows.join('')}</ul></section>`
}

function totals({ totals: list }: ShownQuote): string {
  const rows = list.map(
    ([label, text], at) =>
      `<dt${at === list.length - 1 ? ' class="total"' : ''}>${safe(label)}</dt><dd${at === list.length - 1 ? ' class="total"' : ''}>${safe(text)}</dd>`,
  )
  return `<section><h2>Valores</h2><dl>${rows.join('')}</dl></section>`
}

function instalments({ instalments: list }: ShownQuote): string {
  if (list.length === 0) return ''
  const rows = list.map(
    ({ n, due, method, amount }) =>
      `<li><span>${safe(`${n} · ${due}`)}<br><small class="soft">${safe(method)}</small></span><span class="n">${safe(amount)}</span></li>`,
  )
  return `<section><h2>Parcelas</h2><ul class="rows">${rows.join('')}</ul></section>`
}

function facts({ facts: list, notes }: ShownQuote): string {
  if (list.length === 0 && notes === '') return ''
  const rows = list.map(([label, text]) => `<dt>${safe(label)}</dt><dd>${safe(text)}</dd>`).join('')
  return `<section><h2>Condições</h2>${rows === '' ? '' : `<dl>${rows}</dl>`}${notes === '' ? '' : `<p class="notes">${safe(notes)}</p>`}</section>`
}

export const faultHtml = ({ faults }: Typed, name: string): string =>
  (faults[name] ?? []).map((one) => `<p class="fault" role="alert" id="f-${name}">${safe(one)}</p>`).join('')

export const told = ({ values, faults }: Typed, name: string): { value: string; about: string } => ({
  value: safe(values[name] ?? ''),
  about: faults[name] === undefined ? '' : ` aria-invalid="true" aria-describedby="f-${name}"`,
})

/** The version that was read goes with what is answered: what has changed since is not agreed to. */
const revisionField = ({ revision }: QuotePage): string => `<input type="hidden" name="revisao" value="${revision}">`

function acceptForm(page: QuotePage): string {
  if (!page.accepts) return ''
  const { value, about } = told(page.typed, 'xNome')
  return `<section><h2>Aceitar</h2><form method="post">${revisionField(page)}<label for="nome">Seu nome</label><input id="nome" name="xNome" maxlength="${CUSTOMER_NAME}" autocomplete="name" required value="${value}"${about}>${faultHtml(page.typed, 'xNome')}<button name="acao" value="aceita">Aceitar o orçamento</button></form></section>`
}

function changeForm(page: QuotePage): string {
  if (!page.asks) return ''
  const { value, about } = told(page.typed, 'texto')
  return `<section><details${page.typed.faults.texto === undefined ? '' : ' open'}><summary>Pedir uma alteração</summary><form method="post">${revisionField(page)}<label for="texto">O que deve mudar</label><textarea id="texto" name="texto" maxlength="${CUSTOMER_TEXT}" required${about}>${value}</textarea>${faultHtml(page.typed, 'texto')}<button class="second" name="acao" value="altera">Enviar o pedido</button></form></details></section>`
}

interface Addresses {
  readonly pdf: string
  /** Where its boletos are, by their number. */
  readonly slips: string
  /** The picture that a browser fetches when it draws the page. */
  readonly seen: string
}

/** Who sends a document, what it is, and for whom. */
export const headHtml = (company: string, title: string, customer: string): string =>
  `<header><p>${safe(company)}</p><h1>${safe(title)}</h1><p>${safe(customer)}</p></header>`

/** How the sender is reached. */
export const contactHtml = (list: readonly string[]): string =>
  `<footer class="soft">${list.map((line) => `<p class="soft">${safe(line)}</p>`).join('')}</footer>`

/** A document as its customer reads it, but its forms. */
export const offerHtml = (offer: ShownQuote): string =>
  `${lines(offer)}${totals(offer)}${instalments(offer)}${facts(offer)}`

/** A quote as its customer reads it, its forms after what they are about. */
export function quoteHtml(page: QuotePage, { pdf, slips, seen }: Addresses): string {
  const { quote, offer, customer, notes, payments } = page
  const head = headHtml(quote.company.name, quote.title, customer)
  const contact = contactHtml(quote.company.lines)
  return `${head}${notes.map(noteHtml).join('')}${lines(offer)}${totals(offer)}${payments.length === 0 ? instalments(offer) : paymentsHtml(payments, slips)}${facts(offer)}${acceptForm(page)}${changeForm(page)}<section><a class="file" href="${safe(pdf)}">Baixar em PDF</a></section>${contact}<img src="${safe(seen)}" alt="" width="1" height="1">`
}
