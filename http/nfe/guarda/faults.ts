import { sql, type SQL } from 'drizzle-orm'
import { spoilt } from './numbers'

/** Why what is kept of manifests, notes of services and guides is not what it ought to be, null where it is: of a row `t` of each. The weekly check and the file of a month tell the same. */

export const MANIFEST_FAULT: SQL = sql`case when t.status in (3, 4, 5, 7, 8) and not exists (select 1 from mdfe_xml k where k.mdfe_id = t.id and k.tipo = 'protocolo') then 'ausente'
      when exists (select 1 from mdfe_xml k where k.mdfe_id = t.id and ${spoilt(sql`k`)}) then 'divergente' end`

export const SERVICES_FAULT: SQL = sql`case when t.sistema = 'manual' then null when t."dhAutorizacao" is not null and not exists (select 1 from nfse_xml k where k.nfse_id = t.id and k.tipo = 'protocolo') then 'ausente'
      when exists (select 1 from nfse_xml k where k.nfse_id = t.id and ${spoilt(sql`k`)}) then 'divergente'
      when (t."dhCancelamento" is not null or t."dhSubstituicao" is not null) and not exists (
        select 1 from nfse_xml k where k.nfse_id = t.id and k.tipo = 'evento_protocolo' and k."tpEvento" in ('101101', '105102', '105104', '305101')) then 'sem_evento' end`

export const GUIDE_FAULT: SQL = sql`(select case when count(*) filter (where k.tipo = 'resposta') = 0 then 'ausente' when bool_or(${spoilt(sql`k`)}) then 'divergente' end
        from gnre_xml k where k.gnre_id = t.id)`
