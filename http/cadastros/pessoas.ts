import {
  clienteEnderecoFields,
  clienteFields,
  fornecedorFields,
  transportadoraFields,
  vendedorFields,
} from '../../core/fields/cadastros/pessoas'
import { readEmailList } from '../../core/br/fields'
import { stateRegistrationFault } from '../../core/br/state-registration'
import { CoreError } from '../../core/errors'
import { supplierForm } from '../../core/settings/settings'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { MESSAGES } from '../platform/parse'
import { type Draft, resource } from '../platform/resource'
import { attachmentsOf } from '../sis/anexo/anexo'
import { settingsOf } from '../sis/configuracao'
import { withWeek } from '../sis/janela/janela-horario'
import { logoOf } from '../sis/logo/logo'

/** A registration that cannot be of its state is refused where it is typed: the tax office refuses the invoice (rejections 210, 230). */
export function assertRegistration(_: unknown, drafts: readonly Draft[]): void {
  for (const { before, values } of drafts) {
    const isSame = (name: string) => values[name] === undefined || values[name] === before?.[name]
    if (isSame('IE') && isSame('UF')) continue
    const { UF, IE } = { ...before, ...values }
    const fault = stateRegistrationFault(typeof UF === 'string' ? UF : null, typeof IE === 'string' ? IE : null)
    if (fault !== null) throw invalid({ IE: [fault] })
  }
}

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

/** Customers, with the hours in which they receive. */
export const cliente = resource(
  withWeek({
    name: 'cliente',
    paths: ['cliente', 'cadastros/cliente'],
    title: 'Cliente',
    right: 'cliente',
    company: 'none',
    fields: clienteFields,
    search: ['xNome', 'xFant', 'CNPJ_CPF'],
    display: ['xNome', 'xFant', 'CNPJ_CPF'],
    unique: [['CNPJ_CPF']],
    computed: { anexables: attachmentsOf('cliente') },
    hooks: {
      typed: assertRegistration,
      prepare: (_, drafts) => drafts.forEach((draft) => (tidyEmails(draft), forgetWhatsapp(draft))),
    },
  }),
)

/** Where the configuration says so, a supplier has a tax id (R1-024). */
async function askForTaxId(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const missing = drafts.some(({ before, values }) => !{ ...before, ...values }.CNPJ_CPF)
  if (missing && supplierForm(await settingsOf(ctx)) === 'cpf') throw invalid({ CNPJ_CPF: [MESSAGES.required] })
}

/** Suppliers, with the hours in which goods are fetched or brought back. */
export const fornecedor = resource(
  withWeek({
    name: 'fornecedor',
    paths: ['fornecedor', 'cadastros/fornecedor'],
    title: 'Fornecedor',
    right: 'fornecedor',
    company: 'none',
    fields: fornecedorFields,
    search: ['xNome', 'xFant', 'CNPJ_CPF'],
    display: ['xNome', 'xFant', 'CNPJ_CPF'],
    unique: [['CNPJ_CPF']],
    hooks: { typed: assertRegistration, prepare: askForTaxId },
  }),
)

/** Carriers, with the hours in which they receive and collect. */
export const transportadora = resource(
  withWeek({
    name: 'transportadora',
    paths: ['transportadora', 'cadastros/transportadora'],
    title: 'Transportadora',
    right: 'transportadora',
    company: 'none',
    fields: transportadoraFields,
    search: ['xNome', 'xFant', 'CNPJ_CPF'],
    display: ['xNome'],
    hooks: { typed: assertRegistration },
  }),
)

/** Salespeople, with the hours in which they visit and answer. */
export const vendedor = resource(
  withWeek({
    name: 'vendedor',
    paths: ['vendedor', 'cadastros/vendedor'],
    title: 'Vendedor',
    right: 'vendedor',
    logo: true,
    company: 'none',
    fields: vendedorFields,
    search: ['xNome', 'xFant'],
    display: ['xNome'],
    computed: { logo: logoOf('vendedor') },
    hooks: { typed: assertRegistration },
  }),
)

/** Delivery addresses of customers. */
export const clienteEndereco = resource({
  name: 'cliente_endereco',
  paths: ['cadastros/cliente_endereco'],
  title: 'Endereço de entrega',
  right: 'cliente',
  company: 'none',
  fields: clienteEnderecoFields,
  search: ['xLgr', 'xBairro'],
  display: ['xLgr', 'nro'],
  parent: { resource: 'cliente', field: 'cliente_id', list: 'endereco_entrega_list' },
})
