//! Slurm's configuration, made of the record.
//!
//! Each line that is not Slurm's usual has a reason: `NoInAddrAny` keeps listeners on loopback; `ReturnToService=2` lets a node
//! back whose daemon comes back; `SlurmdTimeout=6` and `cred_expire=5` let a task of a dead node start anew after half a minute
//! rather than after ten; `linuxproc` and `task/none` ask for no cgroups; `config_overrides` lets nodes have more cores and memory
//! than the machine.

use super::config::user;
use super::error::ClusterError;
use super::layout::Layout;
use super::record::{Record, node_name};

/// What a GPU of ours calls itself.
const GPU: &str = "fake";
/// Jobs that the controller keeps in mind unless arrays are larger; Slurm's own number.
const JOBS: u32 = 10_000;

/// The name of this host as Slurm takes it: without the domain.
fn host() -> Result<String, ClusterError> {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let name = name.split('.').next().unwrap_or_default().to_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(ClusterError::Choice(format!(
            "this host calls itself `{name}`, which Slurm does not take: give it a name of letters, digits and `-` (hostname)"
        )));
    }
    Ok(name)
}

/// The text of `slurm.conf`.
pub(super) fn slurm_conf(layout: &Layout, record: &Record) -> Result<String, ClusterError> {
    let host = host()?;
    let user = user()?;
    let cluster = layout.cluster_name();
    let folder = layout.folder().display();
    let socket = layout.munge("socket");
    let socket = socket.display();
    let Record { controller_port, gpus, max_array_size, .. } = record;
    let jobs = JOBS.max(max_array_size.saturating_add(1));
    let mut text = format!(
        "# Made by `farm local-cluster`, anew by each `up`.
ClusterName={cluster}
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={socket},cred_expire=5
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
MpiDefault=none
MailProg=/bin/true
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmdSpoolDir={folder}/spool.%n
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/log/jobcomp.txt
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=6
KillWait=2
JobRequeue=1
MaxArraySize={max_array_size}
MaxJobCount={jobs}
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
SlurmdParameters=config_overrides
GresTypes=gpu
"
    );
    let cores = (2 * gpus).max(4);
    for (index, port) in record.node_ports.iter().enumerate() {
        let gres = if *gpus == 0 { String::new() } else { format!(" Gres=gpu:{GPU}:{gpus}") };
        text += &format!(
            "NodeName={} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} Sockets=1 CoresPerSocket={cores} \
             ThreadsPerCore=1 RealMemory=65536{gres} State=UNKNOWN\n",
            node_name(index)
        );
    }
    let nodes = record.node_names().join(",");
    text += &format!("PartitionName=main Nodes={nodes} Default=YES MaxTime=INFINITE State=UP\n");
    Ok(text)
}

/// The text of `gres.conf`.
pub(super) fn gres_conf(layout: &Layout, record: &Record) -> String {
    let mut text =
        String::from("# Made by `farm local-cluster`, anew by each `up`.\nAutoDetect=off\n");
    let folder = layout.folder().display();
    if let Some(last) = record.gpus.checked_sub(1) {
        for node in record.node_names() {
            text += &format!(
                "NodeName={node} Name=gpu Type={GPU} File={folder}/gpu/nvidia[0-{last}]\n"
            );
        }
    }
    text
}
