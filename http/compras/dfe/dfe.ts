import { dfeCursorFields, dfeDocumentoFields } from '../../../core/fields/compras/dfe'
import { resource } from '../../platform/resource'

/** One cursor a company, model and environment: when the distribution was asked, what it said, when it may be asked again. */
export const dfeCursor = resource({
  name: 'dfe_cursor',
  paths: ['compras/dfe_cursor'],
  title: 'Consulta de documentos recebidos',
  right: 'dfe',
  readOnly: true,
  company: 'own',
  fields: dfeCursorFields,
  search: [],
  display: ['dhConsulta', 'dhProxima'],
  unique: [['empresa_id', 'mod', 'tpAmb']],
})

/** What came from the distribution, as it came. */
export const dfeDocumento = resource({
  name: 'dfe_documento',
  paths: ['compras/dfe_documento'],
  title: 'Documento recebido',
  right: 'dfe',
  readOnly: true,
  company: 'own',
  fields: dfeDocumentoFields,
  search: [],
  display: ['NSU', 'esquema', 'chNFe'],
  unique: [['empresa_id', 'mod', 'tpAmb', 'NSU']],
  indexes: [['chNFe'], ['chMDFe']],
})
