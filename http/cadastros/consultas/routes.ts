import { isCep } from '../../../core/br/fields'
import { isCnpj, readTaxId } from '../../../core/br/tax-id'
import type { App, Services } from '../../platform/app'
import { invalid } from '../../platform/errors'
import { askCompany, companiesAt } from './company'
import { base, fetchJson, type Found, notConfigured, Remembered, textAt } from './remote'

const CEP_NOT_FOUND = 'CEP não encontrado na base de dados dos correios.'

/** `GET /api/consulta_cep/{cep}` and `GET /api/consulta_cnpj/{cnpj}`: addresses and companies, from the services that the settings name. */
export function mountConsultas(app: App, { cepUrl, cnpjUrl }: Pick<Services, 'cepUrl' | 'cnpjUrl'>): void {
  const ceps = cepUrl
    ? new Remembered(async (cep) => existing(await fetchJson(`${base(cepUrl)}/ws/${cep}/json/`, 'CEP')))
    : undefined
  const companies = companiesAt(cnpjUrl)
  app.get('/api/consulta_cep/:cep', async (c) => {
    const cep = c.req.param('cep')
    if (!isCep(cep)) throw invalid({ CEP: ['CEP não encontrado!'] })
    if (!ceps) throw notConfigured('CEP', 'CEP_URL')
    return c.json(addressOf(await ceps.get(cep.replace('-', ''))))
  })
  app.get('/api/consulta_cnpj/:cnpj{.+}', async (c) => {
    const id = readTaxId(c.req.param('cnpj').slice(0, 30))
    if (!isCnpj(id.digits)) throw invalid({ CNPJ_CPF: ['O CNPJ informado é inválido.'] })
    return c.json(await askCompany(companies, id.digits))
  })
}

/** The postcode service says `erro` of a postcode that is none; older ones say it as text. */
function existing(found: Found): Found {
  return found?.erro === true || found?.erro === 'true' ? null : found
}

/** Answers `erro` for a postcode that is none, as the service does. */
function addressOf(found: Found): object {
  const erro = found === null
  const ibge = textAt(found, 'ibge')
  return {
    logradouro: textAt(found, 'logradouro'),
    bairro: textAt(found, 'bairro'),
    uf: textAt(found, 'uf'),
    ibge: /^\d{7}$/.test(ibge) ? ibge : '',
    erro,
    ...(erro ? { message: CEP_NOT_FOUND } : {}),
  }
}
