-- Roads between places (longitude,latitude with five decimals), as a distance server told them: each way for itself; -1 where there is none.
create table trecho_rota (
  de text not null,
  para text not null,
  segundos integer not null,
  metros integer not null,
  dh timestamptz not null default now(),
  primary key (de, para)
);
