import { nfeCompraManifestacaoFields } from '../../../core/fields/compras/manifestacao'
import { resource } from '../../platform/resource'

/** What the company told the authority of notes that it received. */
export const nfeCompraManifestacao = resource({
  name: 'nfe_compra_manifestacao',
  paths: ['compras/nfe_compra_manifestacao'],
  title: 'Manifestação de NF-e',
  right: 'dfe',
  readOnly: true,
  company: 'own',
  fields: nfeCompraManifestacaoFields,
  search: [],
  display: ['tpEvento', 'situacao'],
})
