//! Where other computers and phones reach this one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Addresses somewhere else, one for each kind of network: the way to them leads through the interface that others
/// reach this computer by. Nothing is sent there; the first and the last are kept for examples and belong to nobody.
const ELSEWHERE: [IpAddr; 5] = [
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    IpAddr::V4(Ipv4Addr::new(192, 168, 255, 254)),
    IpAddr::V4(Ipv4Addr::new(10, 255, 255, 254)),
    IpAddr::V4(Ipv4Addr::new(172, 31, 255, 254)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
];

/// Returns the first pages that others in the house can open when a server listens here: none if it listens to its own
/// computer only.
pub fn addresses(listens: SocketAddr) -> Vec<String> {
    let ips = if listens.ip().is_unspecified() { own(listens.is_ipv6()) } else { vec![listens.ip()] };
    let others = ips.into_iter().filter(|ip| !ip.is_loopback() && !ip.is_unspecified());
    others.map(|ip| page(SocketAddr::new(ip, listens.port()))).collect()
}

fn page(address: SocketAddr) -> String {
    if address.port() == 80 {
        let ip = address.ip();
        return if ip.is_ipv6() { format!("http://[{ip}]") } else { format!("http://{ip}") };
    }
    format!("http://{address}")
}

/// Returns this computer's own addresses, those of the usual way out first.
fn own(six: bool) -> Vec<IpAddr> {
    let mut own = Vec::new();
    for elsewhere in ELSEWHERE.into_iter().filter(|ip| six || ip.is_ipv4()) {
        let any = if elsewhere.is_ipv4() { IpAddr::from(Ipv4Addr::UNSPECIFIED) } else { Ipv6Addr::UNSPECIFIED.into() };
        let Ok(socket) = UdpSocket::bind((any, 0)) else { continue };
        if socket.connect((elsewhere, 9)).is_err() {
            continue;
        }
        if let Ok(address) = socket.local_addr()
            && !own.contains(&address.ip())
        {
            own.push(address.ip());
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Vec<String> {
        addresses(text.parse().expect("an address"))
    }

    #[test]
    fn a_server_of_its_own_computer_is_reached_by_nobody_else() {
        assert_eq!(at("127.0.0.1:4040"), [""; 0]);
        assert_eq!(at("[::1]:4040"), [""; 0]);
    }

    #[test]
    fn a_server_of_one_address_is_reached_there() {
        assert_eq!(at("192.168.1.20:4040"), ["http://192.168.1.20:4040"]);
        assert_eq!(at("192.168.1.20:80"), ["http://192.168.1.20"]);
        assert_eq!(at("[fd00::5]:80"), ["http://[fd00::5]"]);
    }

    #[test]
    fn a_server_of_all_addresses_names_none_that_only_its_own_computer_knows() {
        for page in at("0.0.0.0:4040") {
            assert!(page.ends_with(":4040") && !page.contains("127.0.0.1") && !page.contains("0.0.0.0"), "{page}");
        }
    }
}
