import { readEmailList } from '../../core/br/fields'
import { CoreError } from '../../core/errors'
import { readPlan } from '../../core/instalments/plan'
import { supplierForm } from '../../core/settings/settings'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { f } from '../platform/fields'
import { address, email, phone, taxId } from '../platform/kit'
import { MESSAGES } from '../platform/parse'
import { type Draft, resource } from '../platform/resource'
import { attachmentsOf } from '../sis/anexo/anexo'
import { settingsOf } from '../sis/configuracao'
import { saveWeek, weekOf } from '../sis/janela/janela-horario'
import { logoOf } from '../sis/logo/logo'

/** What every register of people and companies holds. */
export const person = () => ({
  CNPJ_CPF: taxId(),
  xNome: f.text('Nome', { max: 120 }).required(),
  xFant: f.text('Nome fantasia', { max: 120 }),
  IE: f.text('Inscrição estadual', { max: 20 }),
  st: f.integer('Situação', { min: 0, max: 9 }).default(0),
  ativo: f.boolean('Ativo').default(true),
  fone: phone(),
  email: email(),
  ...address(),
})

/** The rule of document 1, section 5: empty ones after the first go, one that is no address stops the save. */
function tidyEmails({ values }: Draft): void {
  if (!values.email_list) return
  try {
    const list: readonly unknown[] = Array.isArray(values.email_list) ? values.email_list : [values.email_list]
    values.email_list = readEmailList(list.map((one) => (typeof one === 'string' || one === null ? one : '?')))
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    throw invalid({ email_list: [error.message] })
  }
}

/** What was found out of one phone says nothing of another. */
function forgetWhatsapp({ before, values }: Draft): void {
  const other = before && values.fone !== undefined && values.fone !== before.fone
  if (other && values.has_whatsapp === undefined) values.has_whatsapp = false
}

/** A payment condition that can be read: what cannot would only show when somebody sells. */
function condition(text: string) {
  try {
    readPlan(text)
    return { ok: text }
  } catch (error) {
    if (error instanceof CoreError) return { error: error.message }
    throw error
  }
}

/** Customers. */
export const cliente = resource({
  name: 'cliente',
  paths: ['cliente', 'cadastros/cliente'],
  title: 'Cliente',
  right: 'cliente',
  company: 'none',
  fields: {
    ...person(),
    prazo: f.text('Prazo de pagamento', { max: 60, normalize: condition, doc: 'Condição usual, por exemplo 30/60/90' }),
    identifica_consumidor: f.boolean('Identifica o consumidor').default(true),
    sem_endereco: f.boolean('Sem endereço').default(false),
    email_list: f.json('E-mails', { doc: 'Lista de textos' }),
    has_whatsapp: f.boolean('Tem WhatsApp').default(false),
    vendedor_id: f.ref('Vendedor', 'vendedor'),
    tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
    transportadora_id: f.ref('Transportadora', 'transportadora'),
    categoria_id: f.ref('Categoria', 'cliente_categoria'),
    limite_credito: f.money('Limite de crédito', { min: 0 }),
    obs: f.text('Observações', { max: 2000 }),
  },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome', 'xFant', 'CNPJ_CPF'],
  unique: [['CNPJ_CPF']],
  computed: { anexables: attachmentsOf('cliente'), janela_horario_list: weekOf('cliente') },
  hooks: {
    prepare: (_, drafts) => drafts.forEach((draft) => (tidyEmails(draft), forgetWhatsapp(draft))),
    after: (ctx, [record], _, input) => saveWeek(ctx, 'cliente', record, input?.janela_horario_list),
  },
})

/** Where the configuration says so, a supplier has a tax id (R1-024). */
async function askForTaxId(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const missing = drafts.some(({ before, values }) => !{ ...before, ...values }.CNPJ_CPF)
  if (missing && supplierForm(await settingsOf(ctx)) === 'cpf') throw invalid({ CNPJ_CPF: [MESSAGES.required] })
}

/** Suppliers. */
export const fornecedor = resource({
  name: 'fornecedor',
  paths: ['fornecedor', 'cadastros/fornecedor'],
  title: 'Fornecedor',
  right: 'fornecedor',
  company: 'none',
  fields: person(),
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome', 'xFant', 'CNPJ_CPF'],
  unique: [['CNPJ_CPF']],
  hooks: { prepare: askForTaxId },
})

/** Carriers. */
export const transportadora = resource({
  name: 'transportadora',
  paths: ['transportadora', 'cadastros/transportadora'],
  title: 'Transportadora',
  right: 'transportadora',
  company: 'none',
  fields: { ...person(), xEnder: f.text('Endereço', { max: 160 }) },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome'],
})

/** Salespeople. */
export const vendedor = resource({
  name: 'vendedor',
  paths: ['vendedor', 'cadastros/vendedor'],
  title: 'Vendedor',
  right: 'vendedor',
  logo: true,
  company: 'none',
  fields: {
    ...person(),
    pComissao: f.decimal('Comissão (%)', 4, { min: 0, max: 100 }).default(0),
    user_id: f.ref('Usuário', 'user'),
  },
  search: ['xNome', 'xFant'],
  display: ['xNome'],
  computed: { logo: logoOf('vendedor') },
})

/** Delivery addresses of customers. */
export const clienteEndereco = resource({
  name: 'cliente_endereco',
  paths: ['cadastros/cliente_endereco'],
  title: 'Endereço de entrega',
  right: 'cliente',
  company: 'none',
  fields: {
    cliente_id: f.ref('Cliente', 'cliente').required(),
    padrao: f.boolean('Padrão').default(false),
    ...address(),
  },
  search: ['xLgr', 'xBairro'],
  display: ['xLgr', 'nro'],
  parent: { resource: 'cliente', field: 'cliente_id', list: 'endereco_entrega_list' },
})
