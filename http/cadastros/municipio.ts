import { municipioFields } from '../../core/fields/cadastros/municipio'
import { findUf } from '../../core/br/uf'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'

/** Municipalities; the id is the IBGE code, loaded by `prumo import municipios`. */
export const municipio = resource({
  name: 'municipio',
  paths: ['municipio'],
  title: 'Município',
  right: 'municipio',
  open: true,
  company: 'none',
  givenId: 'código IBGE de 7 dígitos',
  fields: municipioFields,
  search: ['xMun'],
  display: ['xMun', 'UF'],
  defaultOrder: 'xMun',
  hooks: { prepare: (_, drafts) => drafts.forEach(checkCode) },
})

/** A municipality's code begins with its state's (IBGE): 4106902 is in 41, Paraná. */
function checkCode({ before, values }: Draft): void {
  const { id, UF } = { ...before, ...values }
  const code = String(id)
  if (!before && !/^\d{7}$/.test(code)) throw invalid({ id: ['Informe o código IBGE de 7 dígitos.'] })
  if (values.UF !== undefined && code.length === 7 && findUf(String(UF))?.codigo !== code.slice(0, 2))
    throw invalid({ UF: ['O código IBGE é de outro estado.'] })
}
