import type { Database } from '../../http/db/connect'
import type { Services } from '../../http/platform/app'
import { Sessions } from '../../http/platform/session'
import type { Settings } from '../../http/settings'
import { secretOf } from './secret'

/** What a server is made of, from the settings and an open database. */
export function servicesFor(database: Pick<Database, 'pool'>, settings: Settings): Services {
  const { publicUrl, smtpUrl, cepUrl, cnpjUrl, whatsappUrl, whatsappKey, olderSecrets, allowPrivate } = settings
  const { vroomUrl, osrmUrl, geocoderUrl, tilesUrl, tilesCredit } = settings
  const routing = { vroomUrl, osrmUrl, geocoderUrl, tilesUrl, tilesCredit }
  const outside = { smtpUrl, cepUrl, cnpjUrl, whatsappUrl, whatsappKey, olderSecrets, allowPrivate, ...routing }
  const { pool } = database
  return { pool, sessions: new Sessions(pool), secret: secretOf(settings), publicUrl, ...outside }
}
