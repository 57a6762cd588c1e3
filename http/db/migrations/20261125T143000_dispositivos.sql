-- Failures of strangers slow strangers: counted by place, and apart for browsers that the user is known by.
alter table tentativa_login
  add column rede text not null default '',
  add column dispositivo text,
  add column perdoada boolean not null default false;
update tentativa_login set rede = endereco;
drop index tentativa_login_endereco_ix;
create index tentativa_login_rede_ix on tentativa_login (rede, dh);
alter table sessao add column dispositivo text;
create index sessao_dispositivo_ix on sessao (dispositivo) where dispositivo is not null;
